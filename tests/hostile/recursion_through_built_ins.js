function f() { try { [1].map(f); } catch (e) { 'a'.replace(/a/, f); } } for (;;) f();
