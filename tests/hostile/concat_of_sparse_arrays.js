var a = []; a[4294967294] = 1; for (;;) { a.slice(1).length; a.reverse(); [].concat(a, a); }
