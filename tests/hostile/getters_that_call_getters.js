var o = { get a() { return this.a; } }; for (;;) try { o.a; } catch (e) { }
