// As many different sets as a pattern can name.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var a=[];for(var i=0;i<60000;i++)a.push('['+String.fromCharCode(i+200)+'-\uffff]');var s=a.join('');for(var i=0;;i++)new RegExp(s+i,'i')
