// Numbers in typed arrays, with today's syntax around them: a Fourier transform, a game of life, a hash, pixels, big integers.
const show = typeof console !== 'undefined' ? console.log : print;

function transform(real, imaginary) {
  const { length } = real;
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
  for (let size = 2; size <= length; size <<= 1) {
    const angle = -2 * Math.PI / size, [stepR, stepI] = [Math.cos(angle), Math.sin(angle)];
    for (let start = 0; start < length; start += size) {
      let [r, i] = [1, 0];
      for (let k = start, half = size >> 1; k < start + half; k++) {
        const otherR = real[k + half] * r - imaginary[k + half] * i, otherI = real[k + half] * i + imaginary[k + half] * r;
        real[k + half] = real[k] - otherR;
        imaginary[k + half] = imaginary[k] - otherI;
        real[k] += otherR;
        imaginary[k] += otherI;
        [r, i] = [r * stepR - i * stepI, r * stepI + i * stepR];
      }
    }
  }
}

class Life {
  #cells;
  #next;
  constructor(width, height) {
    Object.assign(this, { width, height });
    this.#cells = new Uint8Array(width * height);
    this.#next = new Uint8Array(width * height);
    for (let i = 0; i < this.#cells.length; i++) this.#cells[i] = (i * 7919 + (i >> 3)) % 5 === 0 ? 1 : 0;
  }
  step() {
    const { width, height } = this, cells = this.#cells, next = this.#next;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x, up = at - width, down = at + width;
        const around = cells[up - 1] + cells[up] + cells[up + 1] + cells[at - 1] + cells[at + 1] + cells[down - 1] + cells[down] + cells[down + 1];
        next[at] = around === 3 || (around === 2 && cells[at] === 1) ? 1 : 0;
      }
    }
    [this.#cells, this.#next] = [next, cells];
  }
  get alive() { let count = 0; for (const cell of this.#cells) count += cell; return count; }
}

const hash = bytes => {
  let [a, b, c] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = (b + ((a << 5) | (a >>> 27))) | 0;
    c = (c ^ b) + (a >>> 3) | 0;
  }
  return (a ^ b ^ c) >>> 0;
};

const real = new Float64Array(1024), imaginary = new Float64Array(1024);
for (let round = 0; round < 4; round++) {
  for (let i = 0; i < real.length; i++) [real[i], imaginary[i]] = [Math.sin(i) + i % 7, 0];
  transform(real, imaginary);
}
show(real.reduce((sum, value, i) => sum + Math.abs(value) + Math.abs(imaginary[i]), 0).toFixed(6));

const life = new Life(80, 60);
for (let i = 0; i < 30; i++) life.step();
show(life.alive);

const bytes = Uint8Array.from({ length: 4096 }, (_, i) => i * 31 & 255);
let mixed = 0;
for (let i = 0; i < 20; i++) mixed ^= hash(bytes.subarray(i));
show(mixed);

const pixels = new Uint8ClampedArray(64 * 64 * 4), view = new DataView(pixels.buffer);
for (let round = 0; round < 6; round++) {
  for (let at = 0; at < pixels.length; at += 4) {
    const [r, g, b] = [at & 255, (at >> 4) & 255, round * 50];
    pixels[at] = r * 1.2;
    pixels[at + 1] = g - 20;
    pixels[at + 2] = b;
    view.setUint8(at + 3, (view.getUint8(at) + view.getUint8(at + 1)) >> 1);
  }
}
show(hash(pixels));

let [factor, digits] = [1n, 0];
for (let i = 1n; i <= 200n; i++) factor *= i;
for (const digit of String(factor)) digits += Number(digit);
show(digits, String(2n ** 300n % 1000007n));
