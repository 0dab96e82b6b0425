var s = ''; for (var i = 256; i < 60000; i++) s += String.fromCharCode(i);
while (s.length < 2e6) s += s;
var kept = []; for (;;) kept.push(s.split(''));
