// As many arguments as groups, for each match.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var r=new RegExp(rep('()',100000),'g');for(;;)rep('a',1000).replace(r,function(){return ''})
