// Set of integers and of strings: a sieve, what is twice in a list, and set operations written out.
function run() {
  const sieve = new Set();
  let sum = 0;
  for (let i = 2; i < 60000; i++) sieve.add(i);
  for (let i = 2; i * i < 60000; i++) if (sieve.has(i)) for (let j = i * i; j < 60000; j += i) sieve.delete(j);
  for (const prime of sieve) sum += prime;
  for (let round = 0; round < 10; round++) {
    const names = [];
    for (let i = 0; i < 10000; i++) names.push('n' + ((i * i) % 7001));
    const unique = [...new Set(names)],
      some = new Set(unique.slice(0, 1000));
    sum += unique.filter((name) => some.has(name)).length + unique.length;
  }
  return sum;
}
(typeof console !== 'undefined' ? console.log : print)(run());
