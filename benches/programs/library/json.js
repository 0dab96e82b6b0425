// JSON: an object of many kinds of values there and back, plain, with an indentation, and with a reviver.
function record(i) {
  return {
    id: i,
    name: 'record ' + i,
    price: i * 1.25,
    tags: ['a', 'b' + (i % 10), 'line\nbreak "quoted"'],
    active: i % 2 === 0,
    none: null,
    nested: { x: i % 360, y: -i, list: [i, i + 1, i + 2, 0.5] },
  };
}
function run() {
  const list = [];
  let sum = 0;
  for (let i = 0; i < 3000; i++) list.push(record(i));
  for (let round = 0; round < 6; round++) {
    const text = JSON.stringify(list),
      back = JSON.parse(text);
    sum += text.length + back[17].nested.list[3] + back.length;
  }
  sum += JSON.stringify(list, null, 2).length;
  sum += JSON.parse(JSON.stringify(list.slice(0, 500)), (key, value) => (key === 'price' ? value * 2 : value))[499].price;
  sum += JSON.stringify(list.slice(0, 1000), ['id', 'nested', 'x']).length;
  return sum;
}
(typeof console !== 'undefined' ? console.log : print)(run());
