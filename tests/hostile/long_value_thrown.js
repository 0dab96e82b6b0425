var s = 't'; while (s.length < 2.5e7) s += s; throw s;
