// SHA-256 over a Uint8Array of 300 KB, with the schedule in an Int32Array.
const primes = [],
  K = new Int32Array(64),
  H = new Int32Array(8);
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
primes.forEach((p, i) => {
  K[i] = (Math.cbrt(p) % 1) * 4294967296;
  if (i < 8) H[i] = (Math.sqrt(p) % 1) * 4294967296;
});
function digest(message) {
  const length = message.length,
    padded = new Uint8Array(((length + 72) >> 6) << 6),
    w = new Int32Array(64),
    h = H.slice();
  padded.set(message);
  padded[length] = 128;
  new DataView(padded.buffer).setUint32(padded.length - 4, length * 8);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) {
      const p = at + i * 4;
      w[i] = (padded[p] << 24) | (padded[p + 1] << 16) | (padded[p + 2] << 8) | padded[p + 3];
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15],
        y = w[i - 2];
      w[i] =
        w[i - 16] +
        w[i - 7] +
        (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
        (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    }
    let a = h[0],
      b = h[1],
      c = h[2],
      d = h[3],
      e = h[4],
      f = h[5],
      g = h[6],
      k = h[7];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (k + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
    h[5] += f;
    h[6] += g;
    h[7] += k;
  }
  return Array.from(h, (x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}
const message = new Uint8Array(300000);
for (let i = 0; i < message.length; i++) message[i] = i * 31 + (i >> 7);
(typeof console !== 'undefined' ? console.log : print)(digest(message));
