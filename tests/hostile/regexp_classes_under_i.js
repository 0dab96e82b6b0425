// Many times the class that has most variants under i.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
for(var i=0;;i++)new RegExp(rep('[\u0100-\uffff]',100000)+i,'i')
