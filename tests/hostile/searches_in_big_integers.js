// Lists of BigInts that are looked through, and copied.
const a = new BigUint64Array(4e6).fill(-1n); for (;;) { a.includes(1n); a.indexOf(1n); a.lastIndexOf(5n); a.with(1, 1n) }
