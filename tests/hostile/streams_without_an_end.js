// Sources that give chunks for ever: to readers, pipes, tees, bodies, decoders, and to nobody.
const endless = () => new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1000)); } });
const bytes = () => new ReadableStream({ type: 'bytes', pull(c) { c.enqueue(new Uint8Array(1000)); } });
new Response(endless()).text(); new Response(bytes()).blob(); new Response(bytes()).formData().catch(() => { });
endless().pipeTo(new WritableStream()); bytes().pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream());
endless().pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip')).pipeTo(new WritableStream());
const [one, other] = endless().tee(); (async () => { for await (const chunk of one); })();
fetch('http://h', { method: 'POST', body: endless(), duplex: 'half' }).catch(() => { });
new ReadableStream({ start(c) { setTimeout(() => { for (;;) c.enqueue(1); }); } }, { highWaterMark: Infinity });
