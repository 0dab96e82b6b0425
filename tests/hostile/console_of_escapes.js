// What console shows that has to be escaped.
const t = '\u0001"\ud800'.repeat(3e5); for (;;) { console.log([t]); console.log({ [t]: t }); console.log('%s %o', t, t); console.log(Symbol(t)); console.log(new Map([[t, t]])) }
