// Sorting made a text of a value that is compared with nothing, and failed if it has none.

print([Symbol()].sort().length, [Object.create(null)].toSorted().length, [Symbol(), undefined, , ].sort().length); // expect: 1 1 3
const once = { toString() { print('asked'); return 'text'; } };
print([once].sort()[0] === once, [undefined, once].toSorted()[0] === once); // expect: true true
try {
    [Symbol(), 1].sort();
} catch (error) {
    print(error.name); // expect: TypeError
}
print([once, 'a'].sort()[0]);
// expect: asked
// expect: a
