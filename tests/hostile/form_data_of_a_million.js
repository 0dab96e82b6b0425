// Many entries, many headers, many parts of blobs: added, asked for, replaced, written, read.
const data = new FormData(), params = new URLSearchParams(), headers = new Headers(), blob = new Blob(['x'.repeat(1e6)]);
const kept = [];
for (let i = 0; ; i++) {
    data.append('n' + i % 1e6, blob.slice(i % 1000, i % 5000)); params.append('n' + i, i); headers.append('n' + (i * 7919) % 100003, 'v'); headers.append('set-cookie', 'c');
    if (i % 1000 === 0) { kept.push(new Headers(headers), new Blob([blob])); new Response(params).formData(); data.set('n1', 'x'); params.sort(); params.delete('n1', 'x'); [...headers]; headers.delete('n2'); }
}
