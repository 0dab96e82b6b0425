// --timeout 2000
// Caches, constants and positions of a large function that runs once.
var s = 'var o={};'; for (var i = 0; i < 60000; i++) s += 'o.p' + i + '=o.q' + i + ';';
for (;;) new Function(s)();
