var a = ['x']; for (var i = 0; i < 27; i++) a = [a, a];
a.join();
