// Integer arithmetic: 100 million turns.
function loop() { var s = 0; for (var i = 0; i < 100000000; i++) s = (s + i * 3) % 1000003; return s; }
(typeof console !== 'undefined' ? console.log : print)(loop());
