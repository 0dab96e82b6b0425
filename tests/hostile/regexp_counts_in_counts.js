// Too many instructions for the linear matcher.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=/(?:(?:(a|b){1,1000}){1,1000}){1,1000}c/; for(;;) r.exec(rep('a',8e6))
