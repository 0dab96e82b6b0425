// A radix-2 transform of 8192 complex numbers in Float64Arrays, there and back.
function transform(re, im, inverse) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      let t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
  }
  for (let length = 2; length <= n; length <<= 1) {
    const angle = ((inverse ? -2 : 2) * Math.PI) / length,
      half = length >> 1,
      wr = Math.cos(angle),
      wi = Math.sin(angle);
    for (let i = 0; i < n; i += length) {
      let cr = 1,
        ci = 0;
      for (let j = 0; j < half; j++) {
        const a = i + j,
          b = a + half,
          xr = re[b] * cr - im[b] * ci,
          xi = re[b] * ci + im[b] * cr;
        re[b] = re[a] - xr;
        im[b] = im[a] - xi;
        re[a] += xr;
        im[a] += xi;
        const next = cr * wr - ci * wi;
        ci = cr * wi + ci * wr;
        cr = next;
      }
    }
  }
  if (inverse)
    for (let i = 0; i < n; i++) {
      re[i] /= n;
      im[i] /= n;
    }
}
const re = new Float64Array(8192),
  im = new Float64Array(8192);
for (let i = 0; i < 8192; i++) re[i] = Math.sin(i * 0.37) + (i % 11);
for (let round = 0; round < 5; round++) {
  transform(re, im, false);
  transform(re, im, true);
}
(typeof console !== 'undefined' ? console.log : print)(re[100].toFixed(6), im[100].toFixed(6));
