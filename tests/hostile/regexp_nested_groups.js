// Groups in groups: at each position, a step for every one of them.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=new RegExp(rep('(',30000)+'a'+rep(')',30000)); for(;;) r.exec(rep('b',1000)+'a')
