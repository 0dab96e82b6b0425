// One base with millions of marks, which must be put in order.
var s = '\u0301\u0323'; while (s.length < 4e6) s += s;
for (;;) ('a' + s).localeCompare('a' + s + 'b');
