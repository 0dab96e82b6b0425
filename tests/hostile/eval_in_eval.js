function f(n) { return eval('f(n + 1)'); } for (;;) try { f(0); } catch (e) { }
