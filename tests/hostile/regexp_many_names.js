// A groups object of 80,000 properties for each match.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var a=[];for(var i=0;i<80000;i++)a.push('(?<n'+i+'>a)?');var r=new RegExp(a.join(''));for(;;)r.exec('aaaa')
