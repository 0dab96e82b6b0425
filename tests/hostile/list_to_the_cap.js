var list = null; for (;;) list = { next: list, value: {} };
