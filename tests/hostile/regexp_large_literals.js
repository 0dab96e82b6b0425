// Checked while the source is read, and compiled when it runs.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
for(var i=0;;i++)eval('/'+rep('(a|b)*',100000)+i+'/')
