// What is noted for a reviver of each array that is open was not counted.
var p = '['; while (p.length < 1 << 20) p += p;
for (;;) try { JSON.parse(p, function (k, v) { return v; }); } catch (e) { e.stack; }
