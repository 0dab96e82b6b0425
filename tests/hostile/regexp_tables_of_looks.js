// Two hundred tables of a text of millions.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',8e6),r=new RegExp('(?:'+rep('(?=a)',200)+'a+)+$'); for(;;) r.exec(s+'b')
