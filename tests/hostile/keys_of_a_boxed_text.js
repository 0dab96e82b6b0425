var s = 'a'; while (s.length < 8e6) s += s;
Object.keys(Object(s));
