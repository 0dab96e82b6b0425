// A result of 300,000 groups.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=new RegExp(rep('()',300000));for(;;)r.exec('a')
