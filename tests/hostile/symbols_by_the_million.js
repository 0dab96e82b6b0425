// Symbols as keys of one object, in the registry, with long descriptions.
const object = {}, kept = [];
for (let i = 0; ; i++) { object[Symbol(i)] = i; Symbol.for('k' + i); if (i % 1000 === 0) { kept.push(Symbol('d'.repeat(10000))); Object.getOwnPropertySymbols(object); } }
