// fflate: deflate and its opposite over typed arrays.
import { deflateSync, gunzipSync, gzipSync, inflateSync, unzipSync, zipSync, zlibSync, strFromU8 } from "fflate/browser";
const bytes = Uint8Array.from({ length: 9000 }, (_, i) => "the quick brown fox, "[(i * i) % 21].charCodeAt(0) ^ (i % 977 === 0 ? i : 0));
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]), sum = data => data.reduce((total, byte) => (total * 31 + byte) >>> 0, 7);
for (const level of [0, 1, 6, 9]) { const packed = deflateSync(bytes, { level }); print(level, packed.length, sum(packed), same(inflateSync(packed), bytes)); }
print(same(gunzipSync(gzipSync(bytes, { mtime: 0 })), bytes), sum(zlibSync(bytes.subarray(0, 999))));
const zip = zipSync({ "a.txt": bytes.subarray(0, 50), d: { "e.bin": [bytes.subarray(3, 90), { level: 0 }] } }, { mtime: "2020-01-01T00:00:00" });
print(zip.length, Object.entries(unzipSync(zip)).map(([name, data]) => name + data.length).join(), strFromU8(bytes.subarray(1, 30), true));
try { inflateSync(Uint8Array.of(1, 2, 3)); } catch (error) { print(error.message, error.code); }
