// --fuel 10000000 --timeout 1000
var s = 'a'; while (s.length < 2e4) s += s;
for (;;) { /(a*)*b/.exec(s); /(?:a|a)*b/.exec(s); /(a|ab|b)*c/i.test(s); }
