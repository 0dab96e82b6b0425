// Async functions: chains of awaits, promises joined, a pipeline of async generators, producers and consumers over a queue.
const show = typeof console !== 'undefined' ? console.log : print;

const step = async value => value + 1;
async function chain(count) {
  let value = 0;
  for (let i = 0; i < count; i++) value = await step(value);
  return value;
}
async function deep(depth) { return depth === 0 ? 0 : 1 + await deep(depth - 1); }
async function careful(value) {
  try {
    if (value % 5 === 0) throw new RangeError('five');
    return await value;
  } catch (error) {
    return error instanceof RangeError ? -1 : -2;
  } finally {
    careful.ran += 1;
  }
}
careful.ran = 0;

class Channel {
  #values = [];
  #waiting = [];
  send(value) {
    const receiver = this.#waiting.shift();
    if (receiver) receiver(value);
    else this.#values.push(value);
  }
  receive() {
    if (this.#values.length > 0) return Promise.resolve(this.#values.shift());
    return new Promise(resolve => this.#waiting.push(resolve));
  }
}

async function* numbers(count) { for (let i = 0; i < count; i++) yield i; }
async function* doubled(source) { for await (const value of source) yield value * 2; }

async function consume(channel, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const { value, weight } = await channel.receive();
    sum += value * weight;
  }
  return sum;
}
async function produce(channel, count) {
  for (let i = 0; i < count; i++) {
    channel.send({ value: i, weight: i & 3 });
    if (i % 4 === 0) await null;
  }
}

async function main() {
  show(await chain(40000));
  let sum = 0;
  for (let i = 0; i < 150; i++) sum += await deep(60);
  show(sum);
  sum = 0;
  for (let i = 0; i < 10000; i++) sum += await careful(i);
  show(sum, careful.ran);
  sum = 0;
  for await (const value of doubled(numbers(8000))) sum += value;
  show(sum);
  const channel = new Channel();
  const [first, second] = await Promise.all([consume(channel, 6000), consume(channel, 6000), produce(channel, 12000)]);
  show(first + second);
  sum = 0;
  for (let i = 0; i < 300; i++) {
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => step(n + i)));
    sum += results.reduce((a, b) => a + b);
  }
  show(sum);
  let promise = Promise.resolve(0);
  for (let i = 0; i < 20000; i++) promise = promise.then(value => value + i);
  show(await promise);
}
main();
