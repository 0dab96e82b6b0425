// The same with pairs.
const t = '\u{1f600}'.repeat(6e5); for (;;) { t.isWellFormed(); decodeURIComponent(encodeURIComponent(t)); RegExp.escape(t); [...t]; Array.from(t); t.split(''); new TextEncoder().encode(t) }
