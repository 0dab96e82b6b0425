// More literals than an instruction could name by 16 bits.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
for(;;)eval(rep('/a(b)/;',140000))
