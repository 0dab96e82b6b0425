// Millions of replacements that add nothing.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',8e6); for(;;) s.replaceAll('a','')
