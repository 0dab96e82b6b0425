var s = 'e\u0301'; while (s.length < 8e6) s += s;
for (;;) s.localeCompare(s + 'a');
