// Lengths of 10⁹ and more, spread by each way there is.
const long = []; long.length = 1e9;
const like = { length: 1e9, [Symbol.iterator]: Array.prototype[Symbol.iterator] };
function f() { return arguments.length; }
const ways = [() => [...long], () => f(...long), () => new f(...like), () => [...like], () => f.apply(null, like), () => Reflect.apply(f, null, long),
  () => { const [...rest] = long; }, () => { const [, , ...rest] = like; }, () => String.fromCharCode(...like), () => ({ ...like, ...long }), () => [].concat(long, long, like),
  () => new Uint8Array(like), () => Array.from(like), () => Reflect.construct(f, like), () => new Array(...like), () => long.flat(), () => long.toSorted(), () => long.with(0, 1)];
for (let i = 0, first = Date.now() % ways.length; ; i++) try { ways[(i + first) % ways.length](); } catch { }
