// Folding interned every partial string.
var open = '"a"+(', close = ')', n = 3000, s = 'y', o = '', c = '';
while (s.length < 1e6) s += s;
while (n-- > 0) { o += open; c += close; }
eval('var x=' + o + '"' + s + '"' + c);
