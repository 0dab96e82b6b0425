// Iteration: for-of over arrays, their entries, strings, typed arrays, Map and Set: graphs, counts, sieves.
const show = typeof console !== 'undefined' ? console.log : print;

class Graph {
  #edges = new Map();
  connect(from, to, weight) {
    for (const node of [from, to]) if (!this.#edges.has(node)) this.#edges.set(node, new Map());
    this.#edges.get(from).set(to, weight);
  }
  *neighbours(node) { yield* this.#edges.get(node) ?? []; }
  reach(start) {
    const seen = new Set([start]), queue = [start];
    for (const node of queue) {
      for (const [next] of this.#edges.get(node)) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    return seen;
  }
  distances(start) {
    const known = new Map([[start, 0]]), open = new Set([start]);
    while (open.size > 0) {
      let best = null;
      for (const node of open) if (best === null || known.get(node) < known.get(best)) best = node;
      open.delete(best);
      for (const [next, weight] of this.#edges.get(best)) {
        const distance = known.get(best) + weight;
        if (distance < (known.get(next) ?? Infinity)) {
          known.set(next, distance);
          open.add(next);
        }
      }
    }
    return known;
  }
}

const graph = new Graph();
for (let i = 0; i < 150; i++) for (const step of [1, 7, 31]) graph.connect(`n${i}`, `n${(i * step + step) % 150}`, (i * step) % 13 + 1);
let total = 0;
for (let i = 0; i < 20; i++) {
  for (const node of graph.reach(`n${i}`)) total += node.length;
  for (const [, distance] of graph.distances(`n${i}`)) total += distance;
  for (const [next, weight] of graph.neighbours(`n${i}`)) total += weight * next.length;
}
show(total);

const text = 'it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness';
const counts = new Map();
for (let i = 0; i < 300; i++) {
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
}
show([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 5).join(' '));

const matrix = [];
for (let i = 0; i < 60; i++) matrix.push(Array.from({ length: 60 }, (_, j) => i ^ j));
total = 0;
for (let round = 0; round < 40; round++) {
  for (const row of matrix) for (const cell of row) total += cell;
  for (const [i, row] of matrix.entries()) total += row[i] + row.length;
}
show(total);

const sieve = new Uint8Array(20000).fill(1);
total = 0;
for (let round = 0; round < 8; round++) {
  sieve.fill(1);
  for (let i = 2; i * i < sieve.length; i++) if (sieve[i]) for (let j = i * i; j < sieve.length; j += i) sieve[j] = 0;
  let count = 0;
  for (const flag of sieve) count += flag;
  total += count;
}
show(total);

const groups = {};
for (let i = 0; i < 20000; i++) (groups[`g${i % 9}`] ||= new Set()).add(i % 120);
total = 0;
for (let round = 0; round < 100; round++) {
  for (const [name, members] of Object.entries(groups)) for (const member of members) total += member + name.length;
}
show(total);
