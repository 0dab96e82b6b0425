// Each compares millions of units.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',8e6),r=new RegExp('(.*)'+rep('\\1',1000)+'x'); for(;;) r.exec(s)
