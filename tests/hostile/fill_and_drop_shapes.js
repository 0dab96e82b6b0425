// --timeout 2000
// Shapes and their tables, that nothing uses any more.
for (var n = 0; ; n++) { var o = {}; for (var i = 0; i < 100; i++) o['k' + n % 1000 + '_' + i] = i; }
