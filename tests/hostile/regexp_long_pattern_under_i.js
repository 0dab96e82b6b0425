// A set for every unit of the pattern.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
for(var i=0;;i++)new RegExp(rep('abcdefgh',130000)+i,'i')
