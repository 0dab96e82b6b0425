// What assertions say of values that differ.
const assert = require('assert');
const pairs = [[1, 2], [1, 1], ['a', 'b'], [1, '1'], [1n, 2n], [-0, 0], [NaN, NaN], [undefined, null], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }], [[1, 2, 3], [1, 2, 4]], [[1], [1, 2]], [{}, []],
  ['abcdefghijklmnop', 'abcdefgXijklmnop'], ['a\nb', 'a\nc'], ['x'.repeat(60), `${'x'.repeat(59)}y`], [new Map([[1, 2]]), new Map([[1, 3]])], [new Set([1, 2]), new Set([1, 3])], [Symbol.iterator, Symbol.iterator], [() => 1, () => 1],
  [{ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 2, d: 4 }, e: 5 }], [[[1, [2]]], [[1, [3]]]], [{ a: undefined }, {}], [new Date(0), new Date(1)], [/a/, /b/], [Object(1), 1]];
for (const name of ['equal', 'strictEqual', 'deepEqual', 'deepStrictEqual', 'notEqual', 'notStrictEqual', 'notDeepEqual', 'notDeepStrictEqual']) {
  for (const [actual, expected] of pairs) {
    try { assert[name](actual, expected); } catch (error) { console.log(name, JSON.stringify(error.message), error.generatedMessage, error.operator); }
  }
}
const error = (Kind, message, more) => Object.assign(new Kind(message), more);
for (const name of ['strictEqual', 'deepEqual', 'notDeepEqual', 'equal']) {
  try { assert[name](error(Error, 'a'), error(Error, 'b')); } catch (failed) { console.log(name, JSON.stringify(failed.message)); }
}
for (const [thrown, expected] of [[error(Error, 'abc'), { message: 'abd' }], [error(TypeError, 'abc', { code: 5 }), { message: /b/, code: 6 }], [error(Error, 'abc'), { name: 'TypeError', message: /x/ }], [error(Error, 'abc'), { none: 1 }], [error(Error, 'abc'), error(Error, 'abd')], ['text', { message: 'x' }]]) {
  try { assert.throws(() => { throw thrown; }, expected); } catch (failed) { console.log(JSON.stringify(failed.message), failed.operator, failed.actual === thrown, failed.expected === expected); }
}
for (const options of [{ actual: 1, expected: 2, operator: 'strictEqual' }, { message: 'own' }, { actual: 1, expected: 2, operator: '==' }, { actual: [1], expected: [2], operator: 'deepEqual' }, { message: 5 }]) {
  const made = new assert.AssertionError(options);
  console.log(JSON.stringify(made.message), made.generatedMessage, String(made));
}
// The header of the stack has the code; the name has not.
try { assert.equal(1, 2); } catch (failed) { console.log(failed.stack.split('\n')[0], failed.name, Object.keys(failed).join()); }
