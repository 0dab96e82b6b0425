// --fuel 10000000 --timeout 1000
function f(n) { if (n) f(n - 1); else throw {}; } for (;;) try { f(50); } catch (e) { }
