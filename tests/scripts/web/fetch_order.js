// not for node: it converts some members after it has read all of them
// The members of an init are converted in the order of their names, each before the next one is read: Web IDL 3.2.17.
// slow: a realm with all of the web is large to collect at each safepoint
const log = [];
const noted = () => log.splice(0).join();
const noting = (name, value) => ({ toString() { log.push('to ' + name); return value; } });
const noticing = members => {
  const init = {};
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(init, name, { get() { log.push(name); return value; } });
  }
  return init;
};
const headers = () => [[noting('name', 'x-a'), noting('value', 'b')]];
const request = () => noticing({
  method: noting('method', 'POST'), headers: headers(), duplex: noting('duplex', 'half'), cache: noting('cache', 'default'),
  body: noting('body', 'text'),
});
new Request('http://a.example/', request());
print(noted());
// expect: body,to body,cache,to cache,duplex,to duplex,headers,to name,to value,method,to method
fetch('data:,x', request()).catch(() => {});
print(noted());
// expect: body,to body,cache,to cache,duplex,to duplex,headers,to name,to value,method,to method
const response = () => noticing({ statusText: noting('text', 'Made'), status: noting('status', '201'), headers: headers() });
new Response(noting('body', 'text'), response());
print(noted());
// expect: to body,headers,to name,to value,status,to status,statusText,to text
Response.json(1, response());
print(noted());
// expect: headers,to name,to value,status,to status,statusText,to text

// What cannot be converted ends it: nothing behind it is read.
for (const make of [
  () => new Request('http://a.example/', noticing({ body: Symbol(), method: 'POST' })),
  () => new Request('http://a.example/', noticing({ headers: [['a']], method: 'POST' })),
  () => new Request('http://a.example/', noticing({ headers: { a: '\u{100}' }, method: 'POST' })),
  () => new Response(Symbol(), noticing({ status: 200 })),
  () => new Response('', noticing({ headers: null, status: 200 })),
]) {
  try { make(); } catch (error) { print(error.name, noted()); }
}
// expect: TypeError body
// expect: TypeError headers
// expect: TypeError headers
// expect: TypeError
// expect: TypeError headers

// What a later getter changes is not seen any more.
const list = [['a', '1']];
const later = new Request('http://a.example/', { headers: list, get method() { list.push(['b', '2']); return 'POST'; } });
print([...later.headers].join(' '));
// expect: a,1
