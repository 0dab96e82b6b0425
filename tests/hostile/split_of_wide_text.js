var s = '\u03bb\u03bc'; while (s.length < 4e6) s += s;
s.split('');
