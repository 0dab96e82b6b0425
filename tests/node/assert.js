const assert = require('assert');
const said = work => { try { work(); return 'passes'; } catch (error) { return [error.name, error.code, error.operator, error.generatedMessage].join(' '); } };
const pairs = [[{ a: 1 }, { a: '1' }], [[1, 2], ['1', '2']], [new Set([1]), new Set(['1'])], [new Map([[1, 'a']]), new Map([['1', 'a']])], [null, undefined], [{ a: 0 }, { a: -0 }], [NaN, NaN],
  [Object.create(null), {}], [new Error('a'), new TypeError('a')], [new Error('a'), new Error('b')], [/a/g, /a/i], [new Date(1), new Date(2)], [[1, , 3], [1, undefined, 3]], [{ [Symbol.for('s')]: 1 }, {}],
  [Object(1), Object('1')], [new Uint8Array([1]), new Uint8Array([1])], [new Uint8Array([1]), new Uint8Array([2])], [{ a: { b: [1] } }, { a: { b: ['1'] } }], ['1', 1], [1, {}], [[], {}], [{ a: undefined }, {}], [() => 1, () => 1]];
for (const [index, [one, other]] of pairs.entries())
  console.log(index, ...['deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual', 'equal', 'notStrictEqual'].map(name => said(() => assert[name](one, other)) === 'passes'),
    said(() => assert.strict.deepEqual(one, other)) === 'passes', said(() => assert.strict.equal(one, other)) === 'passes');
const whole = work => { try { work(); return 'passes'; } catch (error) { return [error.name, error.code, error.message, error.operator, error.generatedMessage, error.actual === undefined].join(' | '); } };
const bad = () => { throw new TypeError('bad'); }, fine = () => {};
for (const work of [
  () => assert.throws(bad, /bad/), () => assert.throws(bad, /good/), () => assert.throws(bad, RangeError), () => assert.throws(bad, TypeError), () => assert.throws(bad, Error), () => assert.throws(fine), () => assert.throws(fine, TypeError),
  () => assert.throws(fine, 'said'), () => assert.throws(fine, TypeError, 'said'), () => assert.throws(bad, 'bad'), () => assert.throws(bad, 'other'), () => assert.throws(bad, error => error.message === 'bad'), () => assert.throws(bad, () => {}),
  () => assert.throws(bad, function check() { return 0; }), () => assert.throws(bad, { message: 'bad', name: 'TypeError' }), () => assert.throws(bad, { message: /b/ }), () => assert.throws(bad, {}), () => assert.throws(bad, 5), () => assert.throws(5),
  () => assert.throws(bad, /good/, 'own words'), () => assert.throws(bad, /good/, new RangeError('own error')), () => assert.throws(bad, { message: 'x' }, 'own words'), () => assert.throws(bad, new TypeError('bad')),
  () => assert.throws(() => { throw 5; }, /5/), () => assert.throws(() => { throw 'text'; }, RangeError), () => assert.throws(bad, 'a', 'b'),
  () => assert.doesNotThrow(fine), () => assert.doesNotThrow(bad), () => assert.doesNotThrow(bad, 'words'), () => assert.doesNotThrow(bad, RangeError), () => assert.doesNotThrow(bad, TypeError), () => assert.doesNotThrow(bad, /bad/, 'words'),
  () => assert.match('abc', /b/), () => assert.match('abc', /x/), () => assert.match(5, /x/), () => assert.match('a', 'a'), () => assert.doesNotMatch('abc', /b/), () => assert.ifError(null), () => assert.ifError(new Error('e')), () => assert.ifError('e'),
  () => assert.equal(1, 2), () => assert.notEqual(1, 1), () => assert.equal(1), () => assert.equal(1, 2, 'own'), () => assert.fail(), () => assert.fail('x'), () => new assert.AssertionError(), () => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: '===' }); },
]) console.log(whole(work));
(async () => {
  const saidOf = async work => { try { await work(); return 'passes'; } catch (error) { return [error.name, error.code, error.message, error.operator].join(' | '); } };
  const rejects = async () => { throw new TypeError('bad'); };
  for (const work of [() => assert.rejects(rejects, /bad/), () => assert.rejects(rejects(), RangeError), () => assert.rejects(async () => {}), () => assert.rejects(Promise.resolve(), TypeError), () => assert.rejects(() => 5), () => assert.rejects(5),
    () => assert.doesNotReject(rejects), () => assert.doesNotReject(async () => {}), () => assert.rejects(rejects, { message: 'other' }, 'words'), () => assert.rejects(() => { throw new Error('at once'); }), () => assert.doesNotReject(() => undefined)]) console.log(await saidOf(work));
})();
