var a = 'a', b; while (a.length < 8e6) a += a;
b = a.slice(0, a.length / 2) + 'b' + a.slice(0, 100);
for (;;) { a.lastIndexOf(b); a.lastIndexOf(b.slice(1000)); a.indexOf(b); }
