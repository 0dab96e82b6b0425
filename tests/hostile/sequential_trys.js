// A throw looked at all catchers of its function.
var s = ''; for (var i = 0; i < 16000; i++) s += 'try{n++;throw o}catch(e){}';
var n = 0, o = {}; var f = new Function('o', s); for (;;) f(o);
