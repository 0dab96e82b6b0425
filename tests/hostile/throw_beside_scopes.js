// A throw with many scopes in the same function.
var s = ''; for (var i = 0; i < 48000; i++) s += 'if(a)with(o){n;}';
var n = 0, o = {}; var f = new Function('o', 'a', s + 'throw o'); for (;;) try { f(o, false); } catch (e) { }
