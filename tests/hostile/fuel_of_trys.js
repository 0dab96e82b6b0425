// --fuel 10000000 --timeout 1000
var s = ''; for (var i = 0; i < 4000; i++) s += 'try{n++;throw o}catch(e){}';
var n = 0, o = {}; var f = new Function('o', s); for (;;) f(o);
