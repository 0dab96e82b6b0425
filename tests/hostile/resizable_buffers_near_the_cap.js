// Room for the most is taken at once; growth and shrinking within it; transfers copy.
const kept = [];
for (let i = 0; ; i++) {
  try { const b = new ArrayBuffer(0, { maxByteLength: 6e7 }); for (let n = 0; n < 6e7; n += 7e6) b.resize(n); b.resize(0); b.transfer(5e7).transferToFixedLength(10); } catch { }
  try { const s = new SharedArrayBuffer(1, { maxByteLength: 3e7 }); s.grow(3e7); new Uint8Array(s).fill(i); } catch { }
  try { kept.push(new ArrayBuffer(10, { maxByteLength: 1e6 }).slice(0, 5)); } catch { }
  if (kept.length > 20) kept.length = 0;
}
