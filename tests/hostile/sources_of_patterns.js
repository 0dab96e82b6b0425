// Sources of patterns that have to be escaped.
const t = '/\n\\'.repeat(3e5); for (;;) { try { RegExp('[' + t + ']').source } catch {} try { new RegExp(t).source } catch {} RegExp.escape(t) }
