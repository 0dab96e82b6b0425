// Each unit is looked up in the tables of cases.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('\u0101',4e6)+'b',r=/(.*)\1c/i; for(;;) r.exec(s)
