// --timeout 2000
var s = ''; for (var i = 0; ; i++) { s += i; if (i % 100 === 0) s.charCodeAt(i); }
