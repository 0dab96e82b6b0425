// A replacement text of half a million references to a group that never matches.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',8e6),t=rep('$1',500000); for(;;) s.replace(/a(b)?/g,t)
