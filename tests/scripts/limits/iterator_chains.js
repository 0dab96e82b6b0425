// slow: chains of 200,000 iterators
// not for node: the one that was at hand has no iterator helpers
// Iterators that go by iterators take native stack: an error where they are too many, however they are asked.

function chain(depth, link) {
  var last = [1, 2, 3].values();
  for (var i = 0; i < depth; i++) last = link(last);
  return last;
}
function attempt(f) {
  try { return f(); } catch (error) { return error.name; }
}
var links = [i => i.map(x => x + 1), i => i.filter(x => true), i => i.take(9), i => Iterator.concat(i), i => i.flatMap(x => [x])];
for (var link of links) {
  var short = chain(10, link).toArray().length;
  var all = attempt(() => chain(2e5, link).toArray());
  var first = attempt(() => { for (var x of chain(2e5, link)) return x; });
  print(short, all, first, attempt(() => chain(2e5, link).return().done));
  // expect: 3 RangeError RangeError RangeError
  // expect: 3 RangeError RangeError RangeError
  // expect: 3 RangeError RangeError RangeError
  // expect: 3 RangeError RangeError true
  // expect: 3 RangeError RangeError RangeError
}
