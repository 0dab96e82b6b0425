// Property access: 50 million turns.
function prop() { var o = { x: 0, y: 1 }; for (var i = 0; i < 50000000; i++) o.x = o.x + o.y; return o.x; }
(typeof console !== 'undefined' ? console.log : print)(prop());
