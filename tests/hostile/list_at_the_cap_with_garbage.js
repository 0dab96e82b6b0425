// Nearly everything is kept, and every collection gives back little.
var kept = []; try { (function fill() { for (var i = 0; i < 1900000; i++) kept.push(i + 0.5); })(); } catch (e) { }
var list = null; for (var i = 0; i < 400000; i++) list = { next: list };
for (;;) { ({ a: [] }); }
