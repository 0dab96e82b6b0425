// And once more for the indices.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var a=[];for(var i=0;i<60000;i++)a.push('(?<n'+i+'>a)?');var r=new RegExp(a.join(''),'d');for(;;)r.exec(rep('a',60000))
