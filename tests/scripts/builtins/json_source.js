// not for node: version 20 knows neither the source of values nor raw JSON
// JSON.parse tells the reviver what a value's text was; JSON.rawJSON puts a text where it is.
function caught(action) {
  try { return String(action()) } catch (error) { return error.name }
}
var seen = [];
JSON.parse(' [1.0, -0, "a\\u0062", true , null, {}, [ ] , {"b": 1e2, "b": 12345678901234567890}]', function (key, value, context) {
  seen.push(key + '=' + ('source' in context ? context.source : typeof value) + '/' + Object.keys(context).join());
  return value;
});
print(seen.join(' ')); // expect: 0=1.0/source 1=-0/source 2="a\u0062"/source 3=true/source 4=null/source 5=object/ 6=object/ b=12345678901234567890/source 7=object/ =object/
print(JSON.parse('{"big": 12345678901234567890}', (key, value, { source }) => typeof value === 'number' ? BigInt(source) : value).big); // expect: 12345678901234567890
print(JSON.parse('"ü\u{1F600}"', (key, value, context) => context.source === '"ü\u{1F600}"')); // expect: true

// What a reviver has changed has no source; what has moved has none either, unless it is the same.
seen = [];
JSON.parse('[1, 2, 3, [4], {"a": 5}]', function (key, value, context) {
  if (key === '0') { this[1] = 7; this[2] = 3; this[3] = [8]; this[4] = { a: 5 }; this.length = 6 }
  seen.push(key + ':' + context.source);
  return value;
});
print(seen.join(' ')); // expect: 0:1 1:undefined 2:3 0:undefined 3:undefined a:undefined 4:undefined :undefined
seen = [];
JSON.parse('{"a": {"x": 1}, "b": {"x": 2}}', function (key, value, context) {
  if (key === 'x' && value === 1) for (var i = 0, all = []; i < 2000; i++) all.push({ x: i });
  if (key === 'a') this.b = { x: 2 };
  seen.push(key + ':' + context.source);
  return value;
});
print(seen.join(' ')); // expect: x:1 a:undefined x:undefined b:undefined :undefined

var deep = JSON.parse('['.repeat(300) + '1' + ']'.repeat(300), (key, value, context) => context.source === '1' ? 'deep' : value);
print(JSON.stringify(deep).length, JSON.stringify(deep).includes('"deep"')); // expect: 606 true

var raw = JSON.rawJSON('12345678901234567890');
print(JSON.stringify({ raw, list: [raw, JSON.rawJSON('"text"'), JSON.rawJSON('null')] })); // expect: {"raw":12345678901234567890,"list":[12345678901234567890,"text",null]}
print(JSON.isRawJSON(raw), JSON.isRawJSON({ rawJSON: '1' }), JSON.isRawJSON('1'), JSON.isRawJSON(Object.create(raw)), JSON.isRawJSON(Object.freeze(Object.assign(Object.create(null), raw)))); // expect: true false false false false
print(Object.isFrozen(raw), Object.getPrototypeOf(raw), Reflect.ownKeys(raw).join(), raw.rawJSON); // expect: true null rawJSON 12345678901234567890
print(['', ' 1', '1\n', '{}', '[]', 'undefined', '1 2', '"'].map(text => caught(() => JSON.rawJSON(text))).join()); // expect: SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError
print(caught(() => JSON.rawJSON(Symbol())), JSON.stringify(raw, null, 2), JSON.stringify([1], (key, value) => key ? raw : value)); // expect: TypeError 12345678901234567890 [12345678901234567890]
