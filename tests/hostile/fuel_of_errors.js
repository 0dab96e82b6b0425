// --fuel 10000000 --timeout 1000
function f(n) { return n ? f(n - 1) : new Error('e'); } for (;;) f(200).stack;
