// One instruction goes over all of the text.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',30e6),r=/.*?b/; for(;;) r.exec(s)
