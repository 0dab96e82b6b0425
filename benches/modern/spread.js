// Spread and rest: arguments gathered and passed on, arrays and objects copied with changes, persistent lists, tuples as keys.
const show = typeof console !== 'undefined' ? console.log : print;

const sum = (...values) => { let total = 0; for (const value of values) total += value; return total; };
const wrap = (f, log) => (...args) => { log.calls++; return f(...args); };
const partial = (f, ...first) => (...rest) => f(...first, ...rest);

class Logger {
  constructor(...tags) { this.tags = tags; }
  log(level, ...parts) { return this.write(level, ...this.tags, ...parts); }
  write(level, ...parts) { return level + parts.length; }
}
class PrefixLogger extends Logger {
  constructor(prefix, ...tags) { super(prefix, ...tags); }
  log(...args) { return 1 + super.log(...args); }
}

const insert = (list, at, ...items) => [...list.slice(0, at), ...items, ...list.slice(at)];
const without = (list, value) => { const at = list.indexOf(value); return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)]; };
const permutations = items => items.length < 2 ? [items] :
  items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map(rest => [item, ...rest]));

const log = { calls: 0 };
const counted = wrap(sum, log), three = partial(counted, 1, 2, 3);
let total = 0;
for (let i = 0; i < 15000; i++) total += counted(i, 1, 2) + three(i, i) + Math.max(...[i, 3, 5]);
show(total, log.calls);

const logger = new PrefixLogger('app', 'x', 'y');
total = 0;
for (let i = 0; i < 15000; i++) total += logger.log(i & 3, 'message', i);
show(total);

let list = [];
total = 0;
for (let i = 0; i < 8000; i++) {
  list = insert(list, i % 5, i, -i);
  if (list.length > 20) list = list.slice(0, 10);
  list = without(list, i - 1);
  total += list.length + list[0];
}
show(total);

total = 0;
for (const [a, b, ...rest] of permutations([1, 2, 3, 4, 5, 6])) total = (total * 3 + a * b + rest[0]) % 1000003;
show(total);

let settings = { color: 'red', size: 1, deep: { a: 1, b: 2 } };
const defaults = { border: 1, size: 0, margin: 4 };
for (let i = 0; i < 15000; i++) {
  settings = { ...defaults, ...settings, size: settings.size + 1, deep: { ...settings.deep, b: i } };
  if (i % 1000 === 0) settings = { ...settings, ['extra' + i % 3]: i };
}
show(JSON.stringify(settings));

const letters = [...'the quick brown fox jumps over the lazy dog'];
total = 0;
for (let i = 0; i < 400; i++) total += new Set([...letters, ...String(i)]).size + [...new Set(letters)].length;
show(total);
