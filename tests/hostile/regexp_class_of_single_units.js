// A class of 32,000 ranges that do not touch, closed under case.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var a=[];for(var i=0;i<32000;i++)a.push(String.fromCharCode(i*2+1000)); var s='['+a.join('').replace(/[\]\\\^-]/g,'')+']'; for(var i=0;;i++)new RegExp(s+i,'i')
