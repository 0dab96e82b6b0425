// Fuel and deadline inside of one position.
var o = '', c = ''; for (var i = 0; i < 30000; i++) { o += '('; c += ')'; }
var s = 'a'; while (s.length < 1e5) s += s;
new RegExp(o + 'a*' + c + '*b').exec(s); new RegExp(o + 'a' + c).exec(s + 'b');
