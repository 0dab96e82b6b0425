var a = [1, 2, 3]; for (;;) a = a.concat(a, a);
