var s = '\u03bb'; while (s.length < 1e7) s += s; throw new Error(s);
