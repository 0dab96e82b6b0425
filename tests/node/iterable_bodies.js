// Bodies of Request and Response that are async iterables, as Node's streams are: strings become bytes.
const { Readable } = require('stream');

async function* pieces() {
  yield 'a\u20ac';
  yield new Uint8Array([98]);
  yield Buffer.from('c');
}

async function main() {
  const response = new Response(pieces());
  console.log(response.headers.get('content-type'), response.body instanceof ReadableStream);
  console.log(await response.text());
  console.log(await new Response(Readable.from(['x', 'y'])).text());
  const request = new Request('http://a.example/', { method: 'POST', body: pieces(), duplex: 'half' });
  console.log(await request.text());
  for (const more of [{}, { duplex: 'half', keepalive: true }]) {
    try {
      new Request('http://a.example/', { method: 'POST', body: pieces(), ...more });
    } catch (error) {
      console.log(error.name);
    }
  }
  await new Response((async function* () { throw new RangeError('stop'); })()).text().catch(error => console.log(error.name, error.message));
  console.log(await new Response([1, 2]).text());
}
main();
