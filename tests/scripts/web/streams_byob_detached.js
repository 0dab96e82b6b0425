// A chunk is refused while the buffer of the BYOB request is detached, and the request stays as it is: Streams 4.9.5.
let controller;
const stream = new ReadableStream({ type: 'bytes', start(c) { controller = c; } });
const read = stream.getReader({ mode: 'byob' }).read(new Uint8Array(4));
const request = controller.byobRequest, { view } = request;
structuredClone(1, { transfer: [view.buffer] });
for (const act of [() => controller.enqueue(new Uint8Array(1)), () => request.respond(1)]) {
  try { act(); } catch (error) { print(error.name); }
}
// expect: TypeError
// expect: TypeError
print(controller.byobRequest === request, request.view === view, view.byteLength);
// expect: true true 0
controller.error('end');
read.catch(print);
// expect: end
