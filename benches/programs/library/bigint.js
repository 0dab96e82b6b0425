// BigInt: small values in a loop, powers under a modulus, a factorial, digits of pi, and 64-bit hashing.
function power(base, exponent, modulus) {
  let result = 1n;
  for (base %= modulus; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}
function pi(digits) {
  let q = 1n,
    r = 0n,
    t = 1n,
    k = 1n,
    n = 3n,
    l = 3n,
    out = '';
  while (out.length < digits) {
    if (4n * q + r - t < n * t) {
      out += n;
      const old = r;
      r = 10n * (r - n * t);
      n = (10n * (3n * q + old)) / t - 10n * n;
      q *= 10n;
    } else {
      const old = r;
      r = (2n * q + r) * l;
      n = (q * (7n * k) + 2n + old * l) / (t * l);
      q *= k;
      t *= l;
      l += 2n;
      k += 1n;
    }
  }
  return out;
}
function hash(text) {
  let h = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) h = BigInt.asUintN(64, (h ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return h;
}
function run() {
  let small = 0n;
  const out = [];
  for (let i = 0n; i < 200000n; i++) small += (i * i) & 255n;
  out.push(small, power(3n, (1n << 521n) - 3n, (1n << 521n) - 1n) % 1000007n, pi(300).slice(-10));
  let factorial = 1n;
  for (let i = 2n; i <= 2000n; i++) factorial *= i;
  out.push(String(factorial).length, hash('ferrotape'.repeat(3000)));
  return out.join(' ');
}
(typeof console !== 'undefined' ? console.log : print)(run());
