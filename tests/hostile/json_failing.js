var s = '['; while (s.length < 4e6) s += '[],'; 
for (;;) try { JSON.parse(s); } catch (e) { }
