var s = 'a', a = []; while (s.length < 1e6) s += s;
for (var i = 0; i < 20; i++) a.push(s + i);
for (;;) { a.slice().sort(); a.indexOf(s + 'x'); }
