// not for node: its iterators of streams give the result of return a turn earlier
// The turns after which concurrent calls of an async iterator of a stream settle: those of Web IDL 3.7.10.2, where a call that waits
// for another one is resolved with the promise of its own steps.
const turns = async (name, make) => {
  const log = [], iterator = make().values();
  const note = (name, promise) => promise.then(({ value, done }) => log.push(`${name}:${value},${done}`), e => log.push(`${name}!${e}`));
  note('a', iterator.next());
  note('b', iterator.next());
  note('c', iterator.next());
  note('r', iterator.return('x'));
  note('d', iterator.next());
  note('s', iterator.return('y'));
  for (let i = 1; i <= 18; i++) {
    await null;
    log.push(i);
  }
  print(name, log.join(' '));
};
(async () => {
  await turns('closed', () => new ReadableStream({ start(c) { c.close(); } }));
  await turns('one', () => new ReadableStream({ start(c) { c.enqueue(1); c.close(); } }));
  await turns('error', () => new ReadableStream({ start(c) { c.error('e'); } }));
  await turns('many', () => new ReadableStream({ start(c) { for (let i = 1; i < 5; i++) c.enqueue(i); } }));
})();
// expect: closed 1 a:undefined,true 2 3 4 b:undefined,true 5 6 7 c:undefined,true 8 9 10 11 r:x,true 12 13 d:undefined,true 14 15 16 17 s:y,true 18
// expect: one 1 a:1,false 2 3 4 b:undefined,true 5 6 7 c:undefined,true 8 9 10 11 r:x,true 12 13 d:undefined,true 14 15 16 17 s:y,true 18
// expect: error 1 a!e 2 3 4 b:undefined,true 5 6 7 c:undefined,true 8 9 10 11 r:x,true 12 13 d:undefined,true 14 15 16 17 s:y,true 18
// expect: many 1 a:1,false 2 3 4 b:2,false 5 6 7 c:3,false 8 9 10 11 r:x,true 12 13 d:undefined,true 14 15 16 17 s:y,true 18
