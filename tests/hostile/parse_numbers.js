var s = '1234567890'; while (s.length < 8e6) s += s;
for (;;) { parseInt(s); parseFloat('0.' + s); Number(s); Number('0x' + s.slice(0, 1e6)); parseInt(s, 2); parseInt(s, 36); +(s + 'x'); }
