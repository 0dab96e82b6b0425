// Each thread copies the slots of 20,000 groups.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',1e5),r=new RegExp('('+rep('(a?)',20000)+')+$'); for(;;) r.exec(s+'b')
