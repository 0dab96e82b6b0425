var kept = [], s = 'a'; while (s.length < 1e6) s += s;
for (;;) kept.push(/(a)(a)(a*)$/.exec(s), s.match(/a/g));
