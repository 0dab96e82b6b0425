var a = []; for (var i = 0; i < 500000; i++) a[i] = i;
for (;;) { a.unshift(1); a.shift(); a.splice(1, 1, 2, 3); a.splice(0, 1); }
