// Each of very many globals is read and written, wherever it lies.
for (let i = 0; i < 400; i++) globalThis['many' + i] = i;
var sum = 0;
for (let i = 0; i < 400; i++) sum += new Function('return many' + i)();
print(sum); // expect: 79800
function bump() { many0++; many399++; many200 += many399; return many0 + many200 + many399; }
print(bump(), bump(), bump(), many0, many200, many399); // expect: 1001 1404 1808 3 1403 402
Object.defineProperty(globalThis, 'many399', { writable: false });
(function () { 'use strict'; try { bump(); (0, eval)('"use strict"; many399 = 1'); } catch (error) { print(error.name); } })();
// expect: TypeError
print(many0, many200, many399); // expect: 4 1805 402
delete globalThis.many200;
try { bump(); } catch (error) { print(error.name); } // expect: ReferenceError
print(many0, many399); // expect: 5 402
for (let i = 0; i < 400; i++) delete globalThis['many' + i];
