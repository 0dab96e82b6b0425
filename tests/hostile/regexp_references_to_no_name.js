// Names that are looked for at the end of the pattern.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
for(var i=0;;i++)try{new RegExp(rep('\\k<a>',150000)+'(?<b>'+i+')')}catch(e){}
