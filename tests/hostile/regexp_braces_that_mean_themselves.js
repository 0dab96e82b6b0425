// Each may be a quantifier.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
for(var i=0;;i++)try{new RegExp(rep('{1',500000)+i)}catch(e){}
