var a = []; for (var i = 0; i < 300000; i++) a[i] = i ^ 21845;
for (;;) a.sort(function (x, y) { a.length = 300000; return Math.random() - 0.5; });
