var o = {}; function f(n) { with (o) { if (n) return eval('f(n - 1)'); for (;;) missing = 1; } } f(300);
