// Reading a name: ReferenceError where nothing has it, unless typeof asks; a getter of a with target or of the global
// object runs exactly once for each read, and may do anything.
var log = [], global = this;
function error(callback) { try { return callback(); } catch (e) { return e.name; } }
print(error(function () { return unresolvable; }), error(function () { return unresolvable(); }), error(function () { unresolvable += 1; }));
// expect: ReferenceError ReferenceError ReferenceError
print(error(function () { "use strict"; return unresolvable; }), error(function () { return eval("unresolvable"); }));
// expect: ReferenceError ReferenceError
print(error(function () { with ({}) { return unresolvable; } }), error(function () { return unresolvable.x = 1; }));
// expect: ReferenceError ReferenceError
print(error(function () { for (var i in unresolvable) ; }), error(function () { unresolvable++; }), error(function () { return +unresolvable; }));
// expect: ReferenceError ReferenceError ReferenceError
print(typeof unresolvable, typeof (unresolvable), typeof ((unresolvable)), error(function () { return typeof (0, unresolvable); }));
// expect: undefined undefined undefined ReferenceError
print(error(function () { "use strict"; return typeof unresolvable; }), eval("typeof unresolvable"), error(function () { with ({}) { return typeof unresolvable; } }));
// expect: undefined undefined undefined
print(error(function () { return typeof unresolvable.x; }), delete unresolvable, void typeof unresolvable);
// expect: ReferenceError true undefined

function define(object, name) { Object.defineProperty(object, name, { get: function () { log.push(name); return 40; }, set: function (v) { log.push(name + "=" + v); }, configurable: true, enumerable: true }); return object; }
function counted(text) { var result = log.join(" ") + (text === undefined ? "" : " -> " + text); log = []; print(result); }
define(global, "globalGetter");
counted(globalGetter); // expect: globalGetter -> 40
counted(typeof globalGetter); // expect: globalGetter -> number
counted(globalGetter + globalGetter); // expect: globalGetter globalGetter -> 80
counted(globalGetter++); // expect: globalGetter globalGetter=41 -> 40
counted(globalGetter += 2); // expect: globalGetter globalGetter=42 -> 42
counted(globalGetter = 1); // expect: globalGetter=1 -> 1
counted(error(function () { return globalGetter(); })); // expect: globalGetter -> TypeError
(function () { "use strict"; counted(globalGetter); counted(globalGetter += 1); counted(--globalGetter); })();
// expect: globalGetter -> 40
// expect: globalGetter globalGetter=41 -> 41
// expect: globalGetter globalGetter=39 -> 39
with (define({}, "targetGetter")) {
  counted(targetGetter); // expect: targetGetter -> 40
  counted(typeof targetGetter); // expect: targetGetter -> number
  counted(targetGetter++); // expect: targetGetter targetGetter=41 -> 40
  counted(targetGetter += 2); // expect: targetGetter targetGetter=42 -> 42
  counted(eval("targetGetter")); // expect: targetGetter -> 40
  counted((function () { return targetGetter; })()); // expect: targetGetter -> 40
  counted(error(function () { return targetGetter(); })); // expect: targetGetter -> TypeError
  counted(targetGetter && 1); // expect: targetGetter -> 1
  targetGetter;
  counted("statement"); // expect: targetGetter -> statement
  void targetGetter;
  counted("void"); // expect: targetGetter -> void
}

// Side effects: the getter removes its own binding, declares others, makes the stack grow, collects.
with ({ get once() { delete this.once; return "once"; } }) { print(once, typeof once); } // expect: once undefined
with ({ get f() { this.f = null; return function () { return typeof this; }; }, set f(v) { } }) { print(f()); }
// expect: object
with ({ get f() { delete this.f; return function () { return this.kind; }; }, kind: "target" }) { print(f()); }
// expect: target
function pushDeep(n) { return n ? pushDeep(n - 1) : [1, 2, 3].map(function (x) { return x + 1; }).join(); }
with ({ get deep() { return pushDeep(2000); } }) { print(deep + deep); } // expect: 2,3,42,3,4
function getterDeclares() { with ({ get x() { eval("var made = 'made'"); return typeof made; } }) { return [x, typeof made].join(); } }
print(getterDeclares()); // expect: string,undefined
with ({ get thrower() { throw new RangeError("from the getter"); } }) { print(error(function () { return thrower; }), error(function () { return typeof thrower; })); }
// expect: RangeError RangeError
delete global.globalGetter;
print(typeof globalGetter); // expect: undefined
