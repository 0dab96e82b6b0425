// String.raw, isWellFormed, toWellFormed.
print(String.raw`a\n${1}\u${2}`, String.raw({ raw: 'abc' }, 1, 2, 3), String.raw({ raw: { length: 2, 0: 'x', 1: 'y' } }), String.raw({ raw: [] }, 1) === '');
// expect: a\n1\u2 a1b2c xy true
print('a\uD83D\uDE00b'.isWellFormed(), '\uD83D'.isWellFormed(), '\uDE00\uD83D'.isWellFormed(), 'plain'.isWellFormed(), '\uD83D\uD83D\uDE00'.isWellFormed());
// expect: true false false true false
print(escape('\uD83Da\uDE00\uD83D\uDE00\uD83D'.toWellFormed()), 'ä'.toWellFormed(), 'x'.repeat(5).toWellFormed());
// expect: %uFFFDa%uFFFD%uD83D%uDE00%uFFFD ä xxxxx
var long = 'ab\uD83D\uDE00'.repeat(50000);
print(long.isWellFormed(), (long + '\uDC00').isWellFormed(), long.toWellFormed() === long, (long + '\uDC00').toWellFormed() === long + '\uFFFD', ('\u0100' + 'a'.repeat(65534) + '\uD83D\uDE00').isWellFormed());
// expect: true false true true true
function caught(action) {
  try { return String(action()) } catch (error) { return error.name }
}
print(caught(() => String.raw()), caught(() => String.raw({})), caught(() => String.prototype.isWellFormed.call(null)), caught(() => String.raw({ raw: [Symbol()] })));
// expect: TypeError TypeError TypeError TypeError
var order = [];
print(String.raw({ raw: { get length() { order.push('length'); return 3 }, get 0() { order.push(0); return { toString() { order.push('a'); return 'a' } } }, get 1() { order.push(1); return 'b' }, get 2() { order.push(2); return 'c' } } }, { toString() { order.push('s'); return '-' } }), order.join());
// expect: a-bc length,0,a,s,1,2
