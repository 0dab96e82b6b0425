// The positions of all matches are in memory while callbacks take more.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var s=rep('a',4e6),k=[]; for(;;) s.replace(/a/g,function(m){k.push({});return ''})
