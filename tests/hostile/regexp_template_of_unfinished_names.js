// Names in a replacement text that never end.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',8e6),t=rep('$<',500000); for(;;) s.replace(/(?<x>a)/g,t)
