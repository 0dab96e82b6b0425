var s = '\u20ac'; while (s.length < 4e6) s += s;
for (;;) { var t = encodeURIComponent(s); decodeURIComponent(t); escape(s); unescape(t); }
