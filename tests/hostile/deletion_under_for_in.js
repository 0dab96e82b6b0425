var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = 1;
for (;;) { for (var k in o) { delete o[k]; o[k] = 1; } }
