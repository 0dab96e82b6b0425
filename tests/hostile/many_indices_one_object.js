var o = {}; for (var i = 0; ; i += 1001) o[i % 4294967295] = i;
