// Reading and compiling are inside the limits: 16 MB of statements, by eval.
var t = 'a+b;'; for (var i = 0; i < 22; i++) t += t;
var a = 1, b = 2; for (;;) eval(t);
