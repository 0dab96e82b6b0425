// The same of objects, each with two keys.
var p = '{"a":1,"b":'; while (p.length < 1 << 22) p += p;
for (;;) try { JSON.parse(p, function (k, v) { return v; }); } catch (e) { e.stack; }
