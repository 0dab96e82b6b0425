var s = 'n'; while (s.length < 1e7) s += s; var e = new Error('m'); e.name = s; throw e;
