// --fuel 10000000 --timeout 1000
for (;;) (1e20 + 1 / 3).toFixed(100);
