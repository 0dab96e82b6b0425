// Lookups by name in a scope with 20,000 variables.
var s = ''; for (var i = 0; i < 20000; i++) s += 'var v' + i + '=1;';
new Function(s + 'for (;;) eval("v0; v10000; v19999; nothing = v1");')();
