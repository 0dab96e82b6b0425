// What a look-around did is undone in one go.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('ab',2e6),r=/(?!(?:(a)|(b))*c)z|(?=(?:(a)|(b))*)z/; for(;;) r.exec(s)
