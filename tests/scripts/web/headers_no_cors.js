// not for node: its headers of no-cors take what is safe by itself, and give nothing back
// Headers of a request with the mode no-cors, Fetch 5.1: all that a name has must be safe, and what is safe can be removed.
const noCors = headers => new Request('http://a.example/', { mode: 'no-cors', method: 'POST', headers }).headers;
const show = headers => print(JSON.stringify([...headers].map(([name, value]) => [name, value.length < 20 ? value : value.length])));
const half = 'a'.repeat(64);
for (const name of ['accept', 'accept-language', 'content-language']) {
  const headers = noCors();
  headers.append(name, half);
  headers.append(name, half); // too long together
  show(headers);
  headers.set(name, half + half);
  show(headers);
  headers.set(name, half + half + 'a');
  headers.append(name, '');
  show(headers);
  headers.delete(name);
  show(headers);
}
// expect: [["accept",64]]
// expect: [["accept",128]]
// expect: [["accept",128]]
// expect: []
// expect: [["accept-language",64]]
// expect: [["accept-language",128]]
// expect: [["accept-language",128]]
// expect: []
// expect: [["content-language",64]]
// expect: [["content-language",128]]
// expect: [["content-language",128]]
// expect: []

// Two types are no type that is safe.
const typed = noCors([['content-type', 'text/plain'], ['Content-Type', 'text/plain']]);
show(typed);
typed.append('content-type', 'text/plain');
show(typed);
typed.set('content-type', 'application/json');
show(typed);
typed.delete('Content-Type');
show(typed);
// expect: [["content-type","text/plain"]]
// expect: [["content-type","text/plain"]]
// expect: [["content-type","text/plain"]]
// expect: []

// What comes from another request is added in the same way; other headers are not let in, and nothing of them can be removed.
const other = new Request('http://a.example/', { headers: [['accept', half], ['accept', half], ['x-a', 'b']] });
show(new Request(other, { mode: 'no-cors' }).headers);
const body = new Request('http://a.example/', { mode: 'no-cors', method: 'POST', body: 'text' });
show(body.headers);
body.headers.delete('x-a');
body.headers.delete('content-type');
show(body.headers);
// expect: []
// expect: [["content-type",24]]
// expect: []
