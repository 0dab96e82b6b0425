var o = {}, s = '', c = ''; for (var i = 0; i < 10000; i++) { s += 'with(o){'; c += '}'; }
var f = new Function('o', s + 'for(;;)missing=1;' + c); f(o);
