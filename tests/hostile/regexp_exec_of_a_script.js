// Every result is kept until all are there.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=/a/g; r.exec=function(s){var m=RegExp.prototype.exec.call(this,s);return m}; var s=rep('a',8e6); for(;;) s.replace(r,'b')
