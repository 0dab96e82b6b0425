// Long typed arrays: sorted, copied, joined, searched, with a function and without.
const long = new Float64Array(3e6); for (let i = 0; i < 3e6; i += 7) long[i] = -i;
const bytes = new Uint8Array(2e7), other = new BigInt64Array(1e6);
const ways = [() => long.sort(), () => long.toSorted((a, b) => a - b), () => new Float32Array(long), () => bytes.join(), () => bytes.set(long), () => long.set(long.subarray(1)), () => bytes.toHex(), () => bytes.toBase64(),
  () => other.fill(1n), () => other.sort(), () => long.indexOf(5), () => long.copyWithin(1, 0), () => bytes.reverse(), () => Array.from(long), () => [...bytes], () => other.toLocaleString(), () => bytes.slice(), () => Float16Array.from(long), () => Object.keys(bytes), () => Object.freeze(new Uint8Array(0)), () => new Set(bytes), () => long.map(Math.sin), () => bytes.lastIndexOf(9), () => new Uint8Array(bytes.buffer.transfer(10))];
for (let i = 0, first = Date.now() % ways.length; ; i++) try { ways[(i + first) % ways.length](); } catch { }
