// The completion value is copied out.
var s = '\u03bb'; while (s.length < 1.2e7) s += s; s;
