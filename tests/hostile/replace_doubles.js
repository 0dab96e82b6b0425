var s = 'ab'; for (;;) s = s.replace(/b/g, 'bb$`$&');
