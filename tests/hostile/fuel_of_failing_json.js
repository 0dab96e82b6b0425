// --fuel 10000000 --timeout 1000
var s = '['; while (s.length < 1e5) s += '[],';
for (;;) try { JSON.parse(s); } catch (e) { }
