// Not a benchmark of a group: prints the table of docs/bigints.md, milliseconds of BigInt operations by decimal digits.
const out = typeof console !== 'undefined' ? console.log : print;
function best(f, limit) {
  let least = Infinity;
  let total = 0;
  for (let k = 0; k < 5 && total < limit; k++) {
    const s = Date.now();
    let n = 0;
    do {
      f();
      n++;
    } while (Date.now() - s < 20);
    const t = (Date.now() - s) / n;
    total += Date.now() - s;
    least = Math.min(least, t);
  }
  return least;
}
function digits(n, seed) {
  let s = '';
  let x = seed;
  while (s.length < n) {
    x = (x * 1103515245 + 12345) % 2147483648;
    s += String(x).slice(-6);
  }
  return '7' + s.slice(0, n - 1);
}
for (const n of [100, 1000, 10000, 100000, 1000000]) {
  const text = digits(n, 7);
  const a = BigInt(text);
  const b = BigInt(digits(n, 11));
  const product = a * b;
  const row = [() => a * b, () => product / b, () => a.toString(), () => BigInt(text)].map((f) => best(f, 2000));
  out(n + ' ' + row.map((x) => (x < 1 ? x.toPrecision(2) : x.toPrecision(3))).join(' '));
}
