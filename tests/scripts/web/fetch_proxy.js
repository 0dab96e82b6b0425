// A request that is made of another one has a proxy of its body, Fetch 5.4: the source hears what happens to that, as it is.
const twice = body => new Request(new Request('http://a.example/', { method: 'POST', body, duplex: 'half' }));
const show = reason => print(Array.isArray(reason), String(reason));
(async () => {
  for (const type of [undefined, 'bytes']) {
    await twice(new ReadableStream({ type, cancel: show })).body.cancel('why');
    // expect: false why
    await twice(twice(new ReadableStream({ type, cancel: show })).body).body.cancel();
    // expect: false undefined
    await twice(new ReadableStream({ type, cancel: show })).body.cancel(['a', 'b']);
    // expect: true a,b
    let controller;
    const text = twice(new ReadableStream({ type, start(c) { controller = c; } })).text();
    controller.error('bad');
    await text.catch(show);
    // expect: false bad
    const branches = new ReadableStream({ type, cancel: show }).tee();
    branches[1].cancel(branches[1]);
    await branches[0].cancel('first');
    // expect: true first,[object ReadableStream]
  }
  // expect: false why
  // expect: false undefined
  // expect: true a,b
  // expect: false bad
  // expect: true first,[object ReadableStream]
  print(await twice('text').text());
  // expect: text
})();
