// Sums of strings are joined at once: in which order their operands are evaluated and converted must not tell.
let log = [];
const object = (name, value) => ({
    valueOf() { log.push(name + '.valueOf'); return value; },
    toString() { log.push(name + '.toString'); return 's' + value; },
});
const f = n => { log.push('f' + n); return n; };
const told = value => { print(value, log.join()); log = []; };

told("a" + object('x', 1) + f(2) + object('y', 3)); // expect: a123 x.valueOf,f2,y.valueOf
told(object('x', 1) + "b" + f(2)); // expect: 1b2 x.valueOf,f2
told(object('x', 1) + `b${f(3)}` + f(2)); // expect: 1b32 f3,x.valueOf,f2
told(object('x', 1) + f(2) + "b" + 1 + 2); // expect: 3b12 f2,x.valueOf
told(`a${object('x', 1)}` + object('y', 2) + "c"); // expect: as12c x.toString,y.valueOf

print("" + 1 + 2 + 3 + null + undefined + true + 10n + -0 + 1.5); // expect: 123nullundefinedtrue1001.5
print(1 + "a" + 2 + 3, 1 + 2 + "a" + 3 + 4, "a" + (1 + 2) + 3); // expect: 1a23 3a34 a33
print(typeof f + 1 + 2, "1" + "2" + log.length + "3" + "4" + 5 + 6 + "7" + "8"); // expect: function12 120345678
print("a" + f + "b" - 1, "3" + f(1) + "0" - 1, "a" + f(1) + "b" < "b"); // expect: NaN 309 true
log = [];
let x = 1;
print("v" + x + (x = 5) + x); // expect: v155
print("d" + new Date(NaN) + { [Symbol.toPrimitive](hint) { return hint } } + [1, [2]]); // expect: dInvalid Datedefault1,2

const failing = run => { try { run(); } catch (error) { told(error.message); } };
failing(() => "a" + Symbol('q') + f(1)); // expect: Cannot convert a Symbol value to a string
failing(() => "a" + f(1) + Symbol('q')); // expect: Cannot convert a Symbol value to a string f1
failing(() => "a" + f(1) + { toString() { throw new Error('t') } } + f(2)); // expect: t f1

// Long ones share what they are made of.
let s = "";
for (let i = 0; i < 1000; i++) s = s + "," + i + ".";
print(s.length, s.slice(-10)); // expect: 4890 ,998.,999.
s = "";
for (let i = 0; i < 40; i++) s += "ab" + i + s.length + "c";
print(s.length); // expect: 292
print("" + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length +
    s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length +
    s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length + s.length +
    s.length + s.length + s.length + s.length + s.length + s.length); // expect: 292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292292
