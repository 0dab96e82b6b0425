// Ropes that share their parts, looked at from the inside.
var s = 'abcdefghijklmnopqrstuvwxyz'; while (s.length < 1e7) s += s;
for (;;) { var t = s + 'x'; t.charCodeAt(5); t = 'y' + s; t === s + 'y'; }
