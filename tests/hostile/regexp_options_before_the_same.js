// As many ways to match as there are subsets.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=new RegExp('(?:a?){1000}a{1000}b'); for(;;) r.exec(rep('a',100000))
