// not for node: it takes hours
// Methods of arrays take as long as there are elements, whatever the length, where nobody can tell.
const most = 2 ** 32 - 1;
function sparse(...indices) {
  const array = [];
  array.length = most;
  for (const index of indices) array[index] = index;
  return array;
}
const places = [0, 3, 70, 5000000, 2 ** 31 - 1, 2 ** 31, 3e9, most - 1];
function shown(array) {
  const keys = Object.keys(array);
  return array.length + ": " + keys.map(key => key === String(array[key]) ? key : key + "=" + array[key]).join();
}
const all = sparse(...places);
print(shown([].concat(all))); // expect: 4294967295: 0,3,70,5000000,2147483647,2147483648,3000000000,4294967294
print(shown([].concat(sparse().slice(0, 10), "end", sparse(7).slice(0, 1e9)))); // expect: 1000000011: 10=end,18=7
print(shown(all.slice(70)), shown(all.slice(-3e9, -5)));
// expect: 4294967225: 0=70,4999930=5000000,2147483577=2147483647,2147483578=2147483648,2999999930=3000000000,4294967224=4294967294 2999999995: 852516352=2147483647,852516353=2147483648,1705032705=3000000000
const seen = [];
all.forEach((value, index) => seen.push(value === index));
print(seen.join()); // expect: true,true,true,true,true,true,true,true
print(all.every((value, index) => value === index), all.some(value => value > most), all.reduce((sum, value) => sum + value, 0));
// expect: true false 11594934662
print(all.reduceRight((list, value) => list + value + ",", "")); // expect: 4294967294,3000000000,2147483648,2147483647,5000000,70,3,0,
print(shown(all.filter(value => value % 2)), shown(all.map(value => value + 1))); // expect: 2: 0=3,1=2147483647 4294967295: 0=1,3=4,70=71,5000000=5000001,2147483647=2147483648,2147483648=2147483649,3000000000=3000000001,4294967294=4294967295
print(shown([all, [1]].flat()), shown(all.flatMap(value => [value, value]).slice(0, 4))); // expect: 9: 0,1=3,2=70,3=5000000,4=2147483647,5=2147483648,6=3000000000,7=4294967294,8=1 4: 0,1=0,2=3,3
print(all.indexOf(3e9), all.indexOf(1), all.lastIndexOf(3), all.lastIndexOf(4), all.includes(most - 1), all.includes(5), all.includes(undefined));
// expect: 3000000000 -1 3 -1 true false true
print(all.indexOf(3e9, 3e9), all.indexOf(3e9, 3e9 + 1), all.lastIndexOf(3e9, -1e9), all.lastIndexOf(2 ** 31, 2 ** 31 - 1));
// expect: 3000000000 -1 3000000000 -1
print(all.join("").length, [7].concat(sparse().slice(0, 5e6)).join("").length); // expect: 51 1
try {
  all.join();
} catch (error) {
  print(error.name); // expect: RangeError
}

// Elements that move.
let moved = sparse(...places);
print(moved.shift(), shown(moved)); // expect: 0 4294967294: 2=3,69=70,4999999=5000000,2147483646=2147483647,2147483647=2147483648,2999999999=3000000000,4294967293=4294967294
print(moved.unshift("front"), shown(moved)); // expect: 4294967295 4294967295: 0=front,3,70,5000000,2147483647,2147483648,3000000000,4294967294
print(shown(sparse(...places).reverse())); // expect: 4294967295: 0=4294967294,1294967294=3000000000,2147483646=2147483648,2147483647,4289967294=5000000,4294967224=70,4294967291=3,4294967294=0
print(shown(sparse(...places).sort())); // expect: 4294967295: 0,1=2147483647,2=2147483648,3,4=3000000000,5=4294967294,6=5000000,7=70
print(shown(sparse(...places).sort((a, b) => b - a)).slice(0, 30)); // expect: 4294967295: 0=4294967294,1=300
moved = sparse(...places);
print(shown(moved.splice(3, 1e6, "in")), shown(moved)); // expect: 1000000: 0=3,67=70 4293967296: 0,3=in,4000001=5000000,2146483648=2147483647,2146483649=2147483648,2999000001=3000000000,4293967295=4294967294
print(shown(moved.splice(1, 0, "a", "b")), shown(moved)); // expect: 0:  4293967298: 0,1=a,2=b,5=in,4000003=5000000,2146483650=2147483647,2146483651=2147483648,2999000003=3000000000,4293967297=4294967294
print(shown(sparse(...places).copyWithin(1, 3e9 - 1))); // expect: 4294967295: 0,2=3000000000,1294967296=4294967294,2147483647,2147483648,3000000000,4294967294
print(shown(sparse(...places).copyWithin(3e9, 0))); // expect: 4294967295: 0,3,70,5000000,2147483647,2147483648,3000000000=0,3000000003=3,3000000070=70,3005000000=5000000
print(shown(sparse(...places).copyWithin(2, 0))); // expect: 4294967295: 0,2=0,5=3,72=70,5000002=5000000,2147483649=2147483647,2147483650=2147483648,3000000002=3000000000

// Array-likes of any length.
const like = { length: 2 ** 53 - 1, 5: "five", 4294967295: "not an index", 9007199254740990: "last" };
const { prototype } = Array;
print(prototype.indexOf.call(like, "last"), prototype.lastIndexOf.call(like, "five"), prototype.includes.call(like, "none"));
// expect: 9007199254740990 5 false
print(prototype.map.call({ length: most, 9: 1 }, value => value * 2)[9], prototype.reduce.call(like, (all, value) => all + "," + value));
// expect: 2 five,not an index,last
print(JSON.stringify(prototype.reverse.call({ length: 2 ** 53 - 1, 1: "a", 9007199254740989: "b" })));
// expect: {"1":"b","length":9007199254740991,"9007199254740989":"a"}
print(JSON.stringify(prototype.shift.call(like)), JSON.stringify(like)); // expect: undefined {"4":"five","4294967294":"not an index","length":9007199254740990,"9007199254740989":"last"}

// What is inherited, or comes while a method runs, is met.
class Inheriting extends Array {}
Inheriting.prototype[1e6] = "low";
Inheriting.prototype[3e9] = "high";
const inheriting = new Inheriting();
inheriting.length = 3e6;
inheriting[1] = "own";
print(inheriting.indexOf("low"), inheriting.lastIndexOf("low"), inheriting.filter(() => true).length); // expect: 1000000 1000000 2
inheriting.length = 3e9 + 70;
print(inheriting.lastIndexOf("high"), inheriting.indexOf("high", 3e9 - 70)); // expect: 3000000000 3000000000
const growing = sparse(0, 100);
const met = [];
growing.forEach((value, index) => {
  met.push(index);
  if (index === 0) growing[3e9] = "new";
  if (index === 100) Object.defineProperty(growing, 4e6, { get() { growing[4e9] = "newer"; return "got"; }, configurable: true });
});
print(met.join()); // expect: 0,100,4000000,3000000000,4000000000
