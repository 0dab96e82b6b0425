// 60,000 `with` scopes that are open at the same time, and one after the other.
var s = ''; for (var i = 0; i < 60000; i++) s += 'with(o){n=o;}';
var n, o = {}; var f = new Function('o', s); for (;;) f(o);
