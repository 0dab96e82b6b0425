// Revivers that change what is revived, with source texts; raw JSON kept by the million.
const text = '[' + '{"a":[1.50,2,"x",null]},'.repeat(20000) + '1]';
const kept = [];
for (;;) {
  JSON.parse(text, function (key, value, { source }) { if (Array.isArray(this)) this.length = 100000; return value; });
  JSON.parse(text, function (key, value) { if (key === '0') this[5] = { b: this }; return value; });
  for (let i = 0; i < 10000; i++) kept.push(JSON.rawJSON('"' + i + '"'));
  JSON.stringify(kept);
}
