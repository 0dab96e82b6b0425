// --fuel 10000000 --timeout 1000
var s = 'e\u0301'; while (s.length < 1e5) s += s;
for (;;) s.localeCompare(s + 'a');
