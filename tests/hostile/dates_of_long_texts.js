var s = '('; while (s.length < 4e6) s += s; var t = '1 '; while (t.length < 4e6) t += t;
for (;;) { Date.parse('Jan 1 2000 ' + s); Date.parse(t); new Date(s + t); }
