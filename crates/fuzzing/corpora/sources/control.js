outer: for (var i = 0; ; i++) { switch (i) { case 1: continue; case 3: break outer; default: try { continue } finally { print(i) } } }
with ({ q: 5 }) print(q); do { var n = (n || 0) + 1 } while (n < 3); n
