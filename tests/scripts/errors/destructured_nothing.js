// What object patterns say of undefined and null: the property that is asked for first.
const thrown = f => { try { f(); } catch (e) { return e.message; } };
print(thrown(() => { const { a } = null; })); // expect: Cannot destructure property 'a' of 'null' as it is null.
print(thrown(() => { (({ a, ...b }) => a)(); }));
// expect: Cannot destructure property 'a' of 'undefined' as it is undefined.
print(thrown(() => { ({ "x y": [a] } = undefined); }));
// expect: Cannot destructure property 'x y' of 'undefined' as it is undefined.
print(thrown(() => { let {} = null; })); // expect: Cannot destructure 'null' as it is null.
print(thrown(() => { let { [1]: a } = null; })); // expect: Cannot destructure 'null' as it is null.
print(thrown(() => { let { ...a } = null; })); // expect: Cannot destructure 'null' as it is null.
print(thrown(() => { for (const { p } of [null]); }).replace(".for", "null"));
// expect: Cannot destructure property 'p' of 'null' as it is null.
print(thrown(() => { let { ["a".repeat(1000)]: b } = null; })); // expect: Cannot destructure 'null' as it is null.
