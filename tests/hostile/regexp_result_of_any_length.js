// A result that says it has a thousand million groups.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=/a/; r.exec=function(){return {length:1e9,index:0,0:'a'}}; for(;;) 'abc'.split(r)
