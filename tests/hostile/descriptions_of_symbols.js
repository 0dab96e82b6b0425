// Symbols with long descriptions.
const t = 'x'.repeat(1e6); for (let i = 0; ; i++) { Symbol(t + i).toString(); Symbol(t + i).description; String(Symbol(t)); Symbol.for(t + i) }
