// Many labels on one statement: each is compared with those around it.
var s = ''; for (var i = 0; i < 200000; i++) s += 'l' + i + ':';
eval(s + ';');
