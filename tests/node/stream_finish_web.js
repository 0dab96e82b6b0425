// stream.finished of streams of the web: it needs no reader or writer.
const { finished, promises } = require('stream');
const log = name => function (...told) { console.log(name, told.length, told[0]?.message ?? told[0], this?.constructor?.name); };
(async () => {
  let c; const closes = new ReadableStream({ start(k) { c = k; } });
  finished(closes, log('closed'));
  c.enqueue(1); c.close();
  console.log(await closes.getReader().read());
  await new Promise(setImmediate);
  finished(new ReadableStream({ start(k) { k.error(new Error('broken')); } }), log('failed before'));
  const cancelled = new ReadableStream();
  finished(cancelled, log('cancelled'));
  cancelled.cancel();
  await new Promise(setImmediate);
  const locked = new ReadableStream({ start(k) { c = k; } }); locked.getReader().closed.catch(() => {});
  finished(locked, log('locked'));
  c.error('text');
  await new Promise(setImmediate);
  const w = new WritableStream({ write() { throw new Error('no write'); } });
  finished(w, log('write failed'));
  w.getWriter().write(1).catch(() => {});
  await new Promise(setImmediate);
  const w2 = new WritableStream(); finished(w2, {}, log('writer closed')); await w2.getWriter().close(); finished(w2, log('writer closed before'));
  await new Promise(setImmediate);
  const aborted = new WritableStream(); finished(aborted, log('aborted')); aborted.abort(new Error('why'));
  await new Promise(setImmediate);
  const signal = AbortSignal.abort('reason');
  finished(new ReadableStream(), { signal }, log('signal'));
  const controller = new AbortController(); finished(new ReadableStream(), { signal: controller.signal }, log('signal later')); controller.abort();
  await new Promise(setImmediate);
  const undone = finished(new ReadableStream({ start(k) { k.close(); } }), log('clean up')); console.log(typeof undone, undone()); 
  await new Promise(setImmediate);
  const { readable, writable } = new TransformStream(); const both = promises.finished(readable); writable.close().catch(() => {}); readable.cancel(); console.log(await both);
  await promises.finished(new ReadableStream({ start(k) { k.error(new TypeError('p')); } })).catch(error => console.log(error.message));
  const bytes = new ReadableStream({ type: 'bytes', start(k) { c = k; } }); finished(bytes, log('bytes')); c.close();
  finished(new ReadableStream({ start(k) { k.close(); } }).tee()[0], log('tee'));
  await new Promise(setImmediate);
  for (const wrong of [new TransformStream(), {}]) try { finished(wrong, log('no')); } catch (error) { console.log(error.code); }
  try { finished(new ReadableStream()); } catch (error) { console.log(error.code); }
})().then(() => new Promise(done => setTimeout(done, 50))).then(async () => {
  // What Node tells of the state of a stream of the web. After all of the above, however slow the machine is.
  const { isDisturbed, isErrored, isReadable, isWritable, isDestroyed, destroy } = require('stream');
  const states = stream => console.log(isDisturbed(stream), isErrored(stream), isReadable(stream));
  const stream = new ReadableStream({ start(k) { k.enqueue(1); } });
  states(stream);
  const reader = stream.getReader();
  states(stream);
  await reader.read();
  states(stream);
  reader.releaseLock();
  await stream.cancel();
  states(stream);
  states(new ReadableStream({ start(k) { k.error('e'); } }));
  for (const value of [null, undefined, {}, 5, 'a']) console.log(isDisturbed(value), isErrored(value), isReadable(value), isWritable(value), isDestroyed(value));
  for (const value of [null, undefined]) console.log(destroy(value));
});
