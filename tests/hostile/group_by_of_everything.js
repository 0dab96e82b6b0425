// As many groups as there are elements; keys that are long; a callback that changes what it walks over.
const list = Array.from({ length: 50000 }, (_, i) => i);
for (;;) { Object.groupBy(list, (x) => 'k' + x); Map.groupBy(list, (x) => ({})); try { Object.groupBy(list, () => ({ toString: () => 'a'.repeat(1e6) })); } catch { } Map.groupBy(list.entries(), ([i]) => i % 3); }
