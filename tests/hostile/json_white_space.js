var s = ' '; while (s.length < 1.6e7) s += s;
for (;;) JSON.parse(s + '1' + s);
