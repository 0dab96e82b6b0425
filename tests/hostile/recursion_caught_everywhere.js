function f() { try { f(); } catch (e) { f(); } } f();
