// String.raw, join, sort and JSON of many texts.
const a = Array(1e5).fill('λ'.repeat(9)); for (;;) { String.raw({ raw: a }); String.raw({ raw: a }, ...a.slice(0, 1e4)); a.join(); a.sort(); JSON.parse(JSON.stringify(a)) }
