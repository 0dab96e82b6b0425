var s = '', c = ''; for (var i = 0; i < 5000; i++) { s += 'try{'; c += '}finally{n++}'; }
var n = 0; var f = new Function(s + 'throw 1' + c); for (;;) try { f(); } catch (e) { }
