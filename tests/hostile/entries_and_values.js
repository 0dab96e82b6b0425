var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = i;
for (;;) { Object.keys(o); if (Object.values) Object.values(o); if (Object.entries) Object.entries(o); JSON.stringify(o); }
