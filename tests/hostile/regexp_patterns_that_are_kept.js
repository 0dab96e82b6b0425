// Each has a program of its own.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var k=[];for(var i=0;;i++)k.push(new RegExp('(a|b)*c{'+i+'}'))
