var o = {}; for (var i = 0; i < 3000; i++) { o = Object.create(o); o['k' + i] = i; o.same = 1; }
for (;;) for (var k in o) k;
