var key = 'k'; while (key.length < 4e6) key += key;
var o = {}, kept = [];
for (;;) try { o[key](); } catch (e) { kept.push(e.message); }
