// Map and Set with objects as keys: a graph that is walked with a set of what was seen and a map of distances.
function run() {
  const nodes = [];
  for (let i = 0; i < 20000; i++) nodes.push({ name: i, next: [] });
  for (let i = 0; i < 20000; i++) for (let j = 1; j <= 4; j++) nodes[i].next.push(nodes[(i * j * 7 + 13 * j) % 20000]);
  let sum = 0;
  for (let round = 0; round < 4; round++) {
    const seen = new Set(),
      distances = new Map([[nodes[round], 0]]),
      queue = [nodes[round]];
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at],
        distance = distances.get(node);
      if (seen.has(node)) continue;
      seen.add(node);
      sum += distance;
      for (const next of node.next)
        if (!distances.has(next)) {
          distances.set(next, distance + 1);
          queue.push(next);
        }
    }
    sum += seen.size;
  }
  return sum;
}
(typeof console !== 'undefined' ? console.log : print)(run());
