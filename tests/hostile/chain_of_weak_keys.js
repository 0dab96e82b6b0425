// One chain through a weak table: each key is the value of the one before, and all of it is alive.
var w = new WeakMap, k = {}, first = k; for (;;) { let n = {}; w.set(k, n); k = n }
