// An alternation of so many words.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var a=[];for(var i=0;i<100000;i++)a.push('a'+i);var r=new RegExp(a.join('|')); for(;;) r.exec(rep('a',100000))
