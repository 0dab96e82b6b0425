// A table of the text for each look-ahead.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=new RegExp(rep('(?=',20000)+'a'+rep(')',20000)); for(;;)r.exec(rep('b',100000)+'a')
