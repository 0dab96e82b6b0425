// Ten million units of fuel bought ten seconds here.
for (;;) { (1e20 + 1 / 3).toFixed(100); (5e-324).toFixed(100); (1.2345678901234567e-300).toPrecision(100); (9e307).toExponential(100); }
