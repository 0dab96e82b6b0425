var o = {}; for (var i = 0; ; i++) { o['p' + i] = i; if (i % 3 === 0) delete o['p' + (i - 1)]; }
