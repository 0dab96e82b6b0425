// Each turn of each loop has variables of its own, and a closure keeps them.
const kept = [];
for (let a = 0, b = {}, c = []; ; a++) { kept.push(() => [a, b, c]); for (const d of [1, 2]) for (let e in { f: 1 }) kept.push(() => [a, d, e]); }
