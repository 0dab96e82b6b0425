// Half a million alternatives.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=new RegExp(rep('a|',500000)); for(;;) r.exec(rep('b',100000))
