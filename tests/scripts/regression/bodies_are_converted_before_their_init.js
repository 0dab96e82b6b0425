// The arguments of a constructor are converted in their order, Web IDL 3.7.1.
const log = [];
const body = { toString() { log.push('body'); return 'text'; } };
const init = { get status() { log.push('status'); return 201; }, get statusText() { log.push('text'); return ''; } };
const response = new Response(body, init);
print(log.splice(0).join(), response.status); // expect: body,status,text 201
try { new Response({ toString() { throw 'body'; } }, { get status() { throw 'status'; } }); } catch (error) { print(error); } // expect: body
for (const value of [new Uint8Array([65]), new ArrayBuffer(1), new DataView(new ArrayBuffer(2)), new Blob(['b']), new FormData(), new ReadableStream(), null]) {
    value && Object.defineProperty(value, 'toString', { value() { log.push('asked'); } });
    new Response(value, init);
}
print(log.join()); // expect: status,text,status,text,status,text,status,text,status,text,status,text,status,text
response.text().then((text) => print(text)); // expect: text
