// What zlib does: matches found by hash chains, an entropy coder over bits, and all of it undone, in typed arrays.
function compress(input) {
  const head = new Int32Array(32768).fill(-1),
    chain = new Int32Array(input.length),
    out = new Uint8Array(input.length * 2 + 16);
  let bits = 0,
    count = 0,
    at = 0;
  const put = (value, width) => {
    bits |= value << count;
    count += width;
    while (count >= 8) {
      out[at++] = bits;
      bits >>>= 8;
      count -= 8;
    }
  };
  for (let i = 0; i < input.length; ) {
    let best = 0,
      distance = 0;
    if (i + 3 <= input.length) {
      const hash = ((input[i] * 2654435) ^ (input[i + 1] * 40503) ^ (input[i + 2] * 997)) & 32767;
      for (let from = head[hash], tries = 0; from >= 0 && i - from < 4096 && tries < 16; from = chain[from], tries++) {
        let length = 0;
        while (length < 66 && i + length < input.length && input[from + length] === input[i + length]) length++;
        if (length > best) {
          best = length;
          distance = i - from;
        }
      }
      chain[i] = head[hash];
      head[hash] = i;
    }
    if (best >= 3) {
      put(1, 1);
      put(best - 3, 6);
      put(distance, 12);
      i += best;
    } else {
      put(0, 1);
      put(input[i++], 8);
    }
  }
  put(0, 7);
  return out.subarray(0, at);
}
function expand(packed, length) {
  const out = new Uint8Array(length);
  let bits = 0,
    count = 0,
    at = 0,
    to = 0;
  const get = (width) => {
    while (count < width) {
      bits |= packed[at++] << count;
      count += 8;
    }
    const value = bits & ((1 << width) - 1);
    bits >>>= width;
    count -= width;
    return value;
  };
  while (to < length) {
    if (get(1)) {
      const size = get(6) + 3,
        distance = get(12);
      for (let i = 0; i < size; i++, to++) out[to] = out[to - distance];
    } else out[to++] = get(8);
  }
  return out;
}
const input = new Uint8Array(300000);
for (let i = 0; i < input.length; i++)
  input[i] = i % 251 < 200 ? 'the quick brown fox jumps over it '.charCodeAt((i * (1 + (i >> 13))) % 34) : (i * i) >> 5;
const packed = compress(input),
  back = expand(packed, input.length);
let same = true;
for (let i = 0; i < input.length; i++) if (input[i] !== back[i]) same = false;
(typeof console !== 'undefined' ? console.log : print)(packed.length, same);
