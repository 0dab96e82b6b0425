var s = '\u00df\u0130\u03a3'; while (s.length < 6e6) s += s;
for (;;) { s.toUpperCase(); s.toLowerCase(); }
