// A direct eval in the head of a class, or in one of its keys, sees the name of the class before it has a value, also where the
// class stands in parentheses, which may be the head of an arrow function until they end.
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
function async(x) { return x; }
print(thrown(function () { return (class a { static [eval("a")]() {} }); })); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(function () { var a = 5; return (class a { static [eval("typeof a")]() {} }); })); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(function () { let a = 1; return (class a extends eval("a = 2, Object") {}).name + a; })); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(() => ((x = class a { static [eval("a")]() {} }) => x)())); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(() => async(class a { static [eval("a")]() {} }))); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(() => ((0, class a { [class b { static [eval("a")]() {} }.name]() {} })))); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(() => { class a { [((x = eval("a")) => x)()]() {} } })); // expect: ReferenceError: Cannot access 'a' before initialization
// What eval makes in the key of a class sees the class later.
var later; var made = (class a { static [eval("later = () => a, 'k'")]() {} });
print(later() === made, Object.getOwnPropertyNames(made).join()); // expect: true length,name,prototype,k
made = ((x = class a { static [eval("later = () => a, 'k'")]() {} }) => x)();
print(later() === made, typeof a); // expect: true undefined
// Eval code of a class is strict, and declares nothing around it.
print((() => { var v = 1; (class { static [eval("var v = 2; v")]() {} }); return v; })()); // expect: 1
