// not for node: its classes show more members
// Blob, File, FormData.
const blob = new Blob(['aé', new Uint8Array([66, 67]), new Uint16Array([0x4544]).buffer, new DataView(new ArrayBuffer(3), 1, 1), new Blob(['x'])], { type: 'Text/Plain' });
print(blob.size, blob.type, String(blob), Object.keys(Blob.prototype).join()); // expect: 9 text/plain [object Blob] slice,stream,text,arrayBuffer,bytes,size,type
const part = blob.slice(-2, undefined, 'A/B');
print(part.size, part.type, part.slice(1).type === '', blob.slice(3, 1).size, blob.slice(NaN, 2.5).size, new Blob([], { type: '\x7F' }).type === ''); // expect: 2 a/b true 0 2 true
const promise = blob.text(); print(promise instanceof Promise);
// expect: true
const file = new File(['a\r\nb\rc\n'], 'n\uD800', { endings: 'native', lastModified: 5.7 });
print(file.name, file.lastModified, file.size, file instanceof Blob, String(file), new File([], '').lastModified > 1e12); // expect: n� 5 6 true [object File] true
const copy = structuredClone({ file, blob }); print(copy.file instanceof File, copy.file.name, copy.file !== file, copy.blob.size, copy.blob instanceof File); // expect: true n� true 9 false

const form = new FormData(); form.append('a', 1); form.append('b', blob); form.append('b', file, 'other'); form.append('a', '\uD800');
print([...form.keys()].join(), form.get('a'), form.getAll('a').join(), form.get('c'), form.has('b'), form.get('b').name, form.get('b').type, form.getAll('b')[1].name, form.getAll('b')[1].lastModified);
// expect: a,b,b,a 1 1,� null true blob text/plain other 5
form.set('b', file); form.set('n', 'new'); form.delete('a');
print([...form].map(([name, value]) => name + (value === file)).join(), String(form), String(form.entries())); // expect: btrue,nfalse [object FormData] [object FormData Iterator]

const fails = (f) => { try { print('no error', f()); } catch (e) { print(e instanceof TypeError); } };
fails(() => Blob()); // expect: true
fails(() => new Blob('text')); // expect: true
fails(() => new Blob([], { endings: 'other' })); // expect: true
fails(() => new File([])); // expect: true
fails(() => new FormData(1)); // expect: true
fails(() => form.append('a', 'b', 'c')); // expect: true
fails(() => Object.getOwnPropertyDescriptor(File.prototype, 'name').get.call(blob)); // expect: true
fails(() => Object.getOwnPropertyDescriptor(Blob.prototype, 'size').get.call({})); // expect: true
const shared = new SharedArrayBuffer(2);
try { new Blob([new Uint8Array(shared)]) } catch (error) { print(error instanceof TypeError) } // expect: true
print(new Blob([shared]).size); // expect: 26
const lines = new Blob(['a\r\nb\rc\nd', '\r', '\n', '\r\r\n', 'e'.repeat(16_383) + '\r', '\n'], { endings: 'native' });
print(lines.size); // expect: 16396
const piece = new Blob(['e'.repeat(16_383) + '\r\n' + 'f'], { endings: 'native' });
print(piece.size); // expect: 16385
(async () => {
    print(await promise === 'aéBCDE\0x', (await blob.arrayBuffer()).byteLength, (await blob.bytes()).join()); // expect: true 9 97,195,169,66,67,68,69,0,120
    print(await new Blob(['\uFEFFx']).text(), await file.text() === 'a\nb\nc\n'); // expect: x true
    await Blob.prototype.text.call(form).catch((e) => print(e instanceof TypeError)); // expect: true
})();
