// --fuel 10000000 --timeout 1000
var key = 'k'; while (key.length < 1e6) key += key;
for (;;) try { null[key]; } catch (e) { e.message; }
