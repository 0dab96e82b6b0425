// Generators: trees walked by delegation, pipelines that pull one value at a time, a scheduler of cooperating tasks.
const show = typeof console !== 'undefined' ? console.log : print;

class Tree {
  constructor(key) { this.key = key; this.left = null; this.right = null; }
  insert(key) {
    let node = this;
    for (;;) {
      const side = key < node.key ? 'left' : 'right';
      if (node[side] === null) { node[side] = new Tree(key); return; }
      node = node[side];
    }
  }
  *[Symbol.iterator]() {
    if (this.left) yield* this.left;
    yield this.key;
    if (this.right) yield* this.right;
  }
}

function* range(from, to) { for (let i = from; i < to; i++) yield i; }
function* map(source, change) { for (const value of source) yield change(value); }
function* filter(source, test) { for (const value of source) if (test(value)) yield value; }
function* take(source, count) {
  if (count <= 0) return;
  for (const value of source) {
    yield value;
    if (--count === 0) return;
  }
}
function* zip(a, b) {
  const [left, right] = [a[Symbol.iterator](), b[Symbol.iterator]()];
  for (;;) {
    const [one, other] = [left.next(), right.next()];
    if (one.done || other.done) return;
    yield [one.value, other.value];
  }
}

function* worker(id, rounds) {
  let inbox = 0;
  try {
    for (let round = 0; round < rounds; round++) inbox += yield { id, round };
  } finally {
    worker.finished += 1;
  }
  return inbox;
}
worker.finished = 0;

function schedule(count, rounds) {
  const queue = [];
  for (let id = 0; id < count; id++) queue.push(worker(id, rounds + id % 3));
  let total = 0;
  while (queue.length > 0) {
    const task = queue.shift();
    const { value, done } = task.next(queue.length);
    if (done) total += value;
    else if (value.id % 11 === 5 && value.round === 2) task.return();
    else queue.push(task);
  }
  return total;
}

const tree = new Tree(500);
let seed = 7;
for (let i = 0; i < 400; i++) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  tree.insert(seed % 1000);
}
let sum = 0;
for (let i = 0; i < 20; i++) for (const key of tree) sum = (sum * 31 + key) % 1000003;
show(sum);

let pulled = 0;
for (let i = 0; i < 400; i++) {
  const squares = map(filter(range(0, 1000), n => n % 3 !== 0), n => n * n);
  for (const [a, b] of take(zip(squares, range(i, 5000)), 100)) pulled = (pulled + a * b) % 1000003;
}
show(pulled);
show(schedule(300, 60), worker.finished);
