// slow: so many chunks, requests and branches
// Streams of many chunks, many requests, and long chains.
const show = promise => promise.then(value => print(JSON.stringify(value) ?? String(value)), error => print(`${error}`));

(async () => {
    // Chunks that nobody has asked for yet come in order.
    let controller;
    const many = new ReadableStream({ start(c) { controller = c; } }, { highWaterMark: Infinity });
    for (let i = 0; i < 20000; i++) controller.enqueue(i);
    controller.close();
    let next = 0, isInOrder = true;
    for await (const chunk of many) isInOrder &&= chunk === next++;
    print(next, isInOrder);
    // expect: 20000 true

    // As many reads that wait for chunks.
    const late = new ReadableStream({ start(c) { controller = c; } });
    const reader = late.getReader();
    const reads = Array.from({ length: 5000 }, () => reader.read());
    for (let i = 0; i < 4000; i++) controller.enqueue(i);
    controller.close();
    const results = await Promise.all(reads);
    print(results.every(({ value, done }, i) => i < 4000 ? value === i && !done : done && value === undefined));
    // expect: true

    // A tee of a tee of a tee: a chain as deep as this is no recursion.
    let branch = new ReadableStream({ start(c) { controller = c; } });
    const others = [];
    for (let i = 0; i < 50; i++) {
        const [one, other] = branch.tee();
        others.push(one);
        branch = other;
    }
    const last = branch.getReader();
    controller.enqueue('deep');
    controller.close();
    show(last.read());
    print((await Promise.all(others.map(async stream => (await stream.getReader().read()).value))).every(x => x === 'deep'));
    // expect: {"value":"deep","done":false}
    // expect: true
    show(last.read());
    await last.closed;
    // expect: {"done":true}

    // A chain so long that a synchronous answer is out of reach gives an error, and no crash.
    let far = new ReadableStream({ pull(c) { c.enqueue(1); } });
    for (let i = 0; i < 500; i++) far = far.tee()[1];
    print(await far.getReader().read().then(() => 'there', error => error.name).then(x => x === 'there' || x === 'RangeError'));
    // expect: true
})().catch(error => print('failed', error.stack));
