function f(a) { arguments[1e9] = 1; arguments.length = 4294967295; return [].slice.call(arguments); } for (;;) f(1);
