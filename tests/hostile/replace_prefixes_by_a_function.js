var s = 'a', kept = []; while (s.length < 3e5) s += s; s.replace(/a/g, function (m, at, all) { kept.push(all.slice(0, at)); return ''; });
