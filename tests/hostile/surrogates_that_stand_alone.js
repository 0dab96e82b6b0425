// All that treats units or code points one by one, with surrogates that stand alone.
const t = '\ud800'.repeat(1e6); for (;;) { t.isWellFormed(); t.toWellFormed(); try { encodeURIComponent(t) } catch {} escape(t); unescape(escape(t)); RegExp.escape(t); t.localeCompare(t + 'a') }
