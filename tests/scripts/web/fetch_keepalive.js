// A request that is kept alive takes no stream as its body: extract a body, Fetch 5.2.
const make = (input, init) => {
  try {
    return new Request(input, init);
  } catch (error) {
    print(error.name);
  }
};
const of = (body, more) => ({ method: 'POST', duplex: 'half', body, ...more });
const kept = make('http://a.example/', of('text', { keepalive: true }));
print(kept.keepalive, kept.bodyUsed);
// expect: true false
make('http://a.example/', of(new ReadableStream(), { keepalive: true }));
// expect: TypeError
make(kept, of(new ReadableStream()));
// expect: TypeError
print(make('http://a.example/', of(new ReadableStream())).keepalive);
// expect: false
print(make(kept, of(new ReadableStream(), { keepalive: false })).keepalive);
// expect: false
