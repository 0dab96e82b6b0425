var key = '\xe9', kept = []; while (key.length < 4e6) key += key;
for (;;) try { undefined[key] = 1; } catch (e) { kept.push(e); }
