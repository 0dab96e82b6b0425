// Destructuring: parameters with defaults, results of several values, swaps, rest of objects, records changed by spread.
const show = typeof console !== 'undefined' ? console.log : print;

function gcd(a, b) {
  let [x, y, u, v] = [1, 0, 0, 1];
  while (b !== 0) {
    const quotient = Math.floor(a / b);
    [a, b] = [b, a - quotient * b];
    [x, u] = [u, x - quotient * u];
    [y, v] = [v, y - quotient * v];
  }
  return { divisor: a, factors: [x, y] };
}

function area({ x = 0, y = 0, width = 1, height = width, ...rest }) {
  return (x + width) * (y + height) + (rest.bonus ?? 0);
}

function reduce(state, { type, payload: { id, value = 1, tags: [first, ...more] = ['none'] } = {} }) {
  switch (type) {
    case 'add': return { ...state, count: state.count + value, last: id };
    case 'tag': return { ...state, tags: { ...state.tags, [first]: more.length } };
    case 'drop': { const { last, ...kept } = state; return { last: 0, ...kept, dropped: last }; }
    default: return state;
  }
}

const minMax = ([first, ...others]) => {
  let [low, high] = [first, first];
  for (const value of others) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
};

let total = 0;
for (let i = 1; i < 4000; i++) {
  const { divisor, factors: [p, q] } = gcd(i * 12, 5040);
  total = (total + divisor * 7 + p - q) % 1000003;
}
show(total);

total = 0;
for (let i = 0; i < 40000; i++) {
  total += area({ x: i & 3, width: 2 }) + area({ y: i & 7, height: 3, bonus: i & 1 });
}
show(total);

let state = { count: 0, last: 0, tags: {}, name: 'state' };
for (let i = 0; i < 15000; i++) {
  state = reduce(state, { type: 'add', payload: { id: i, value: i & 3 } });
  if (i % 3 === 0) state = reduce(state, { type: 'tag', payload: { id: i, tags: ['t' + i % 5, i, i] } });
  if (i % 7 === 0) state = reduce(state, { type: 'drop' });
  state = reduce(state, { type: 'none' });
}
show(Object.entries(state).map(([key, value]) => key + '=' + (typeof value === 'object' ? Object.keys(value) : value)).join(' '));

total = 0;
for (let i = 0; i < 12000; i++) {
  const [low, high] = minMax([i % 17, i % 31, i % 5, i % 13, i % 29, i % 3]);
  total += high * 2 - low;
}
show(total);

const points = [];
for (let i = 0; i < 500; i++) points.push({ at: { x: i % 20, y: i % 30 }, names: ['p' + i, 'q'] });
let far = 0;
for (let round = 0; round < 60; round++) {
  for (const { at: { x, y }, names: [name, other = name] } of points) far += x * y + name.length + other.length;
}
show(far);
