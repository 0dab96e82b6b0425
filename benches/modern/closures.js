// Closures: functions made in loops, each with its own binding, arrow functions over arrays, curried and memoised functions, emitters.
const show = typeof console !== 'undefined' ? console.log : print;

const compose = (...steps) => value => steps.reduce((result, step) => step(result), value);
const curry = f => a => b => c => f(a, b, c);
const memoise = f => {
  const known = new Map();
  return key => {
    if (!known.has(key)) known.set(key, f(key));
    return known.get(key);
  };
};

const emitter = () => {
  const listeners = {};
  return {
    on(name, listener) { (listeners[name] ??= []).push(listener); return () => { listeners[name] = listeners[name].filter(l => l !== listener); }; },
    emit(name, ...values) { listeners[name]?.forEach(listener => listener(...values)); }
  };
};

let total = 0;
for (let round = 0; round < 1500; round++) {
  const steps = [];
  for (let i = 0; i < 10; i++) {
    const factor = i % 3 + 1;
    steps.push(value => value * factor + i);
  }
  total = (total + compose(...steps)(round)) % 1000003;
}
show(total);

total = 0;
for (let round = 0; round < 2500; round++) {
  const makers = [];
  for (let i = 0; i < 20; i++) makers.push(() => i + round);
  for (const make of makers) total += make();
}
show(total);

const add = curry((a, b, c) => a + b * c);
total = 0;
for (let i = 0; i < 40000; i++) total += add(i)(2)(3);
show(total);

const numbers = Array.from({ length: 500 }, (_, i) => i);
total = 0;
for (let round = 0; round < 100; round++) {
  total += numbers
    .map(n => n * round)
    .filter(n => n % 3 !== 1)
    .reduce((sum, n) => sum + n, 0);
  total += numbers.findIndex(n => n === 300 + round) + (numbers.some(n => n > 480 + round % 10) ? 1 : 0);
}
show(total);

const fibonacci = memoise(n => n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
const slow = memoise(n => { let steps = 0; while (n !== 1) { n = n % 2 === 0 ? n / 2 : 3 * n + 1; steps++; } return steps; });
total = fibonacci(70);
for (let i = 1; i < 15000; i++) total += slow(i % 1500 + 1);
show(total);

const { on, emit } = emitter();
let heard = 0;
const offs = [];
for (let i = 0; i < 8; i++) offs.push(on('tick', (value, weight = 1) => { heard += value * weight + i; }));
for (let i = 0; i < 8000; i++) {
  if (i % 1000 === 999) offs[i % 8]();
  emit('tick', i, i & 1 ? 2 : undefined);
}
show(heard);
