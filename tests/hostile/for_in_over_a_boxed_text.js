var s = 'a'; while (s.length < 8e6) s += s;
for (var k in Object(s)) k;
