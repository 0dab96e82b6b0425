var kept = [], s = 'x'; while (s.length < 1e6) s += s;
for (var i = 0; ; i++) kept.push((s + i).slice(5, 30), s.substring(i % 1000, 900000));
