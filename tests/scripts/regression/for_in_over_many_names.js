// The names of an object with many are taken in pieces. What is given is the same as if all of them had been taken at once: each
// name once, in order, where it is still there, and nothing that has come meanwhile.
function many(count) { var o = {}; for (var i = 0; i < count; i++) o["k" + i] = i; return o; }
function given(o, each) { var names = []; for (var k in o) { names.push(k); each(o, k, names.length - 1); } return names; }
function isWhole(names, count) { return names.length === count && names.every((name, i) => name === "k" + i); }
for (var count of [127, 128, 129, 255, 256, 257, 511, 513, 1000, 5000]) {
  if (!isWhole(given(many(count), () => 0), count)) print("plain", count);
  if (!isWhole(given(many(count), (o, k) => delete o[k]), count)) print("deleted", count);
  // The next one goes: every other name is left.
  var skipped = given(many(count), (o, k) => delete o["k" + (+k.slice(1) + 1)]);
  if (skipped.length !== Math.ceil(count / 2) || skipped[1] !== "k2" || skipped.at(-1) !== "k" + (count - 1 - (count + 1) % 2)) print("skipped", count, skipped.length, skipped.at(-1));
  // All behind goes, so that deleted entries are dropped in the middle.
  var rest = given(many(count), (o, k, i) => { if (i === 10) for (var j = 20; j < count - 5; j++) delete o["k" + j]; });
  if (rest.length !== 25 || rest[19] !== "k19" || rest[20] !== "k" + (count - 5)) print("middle", count, rest.length);
  // All before goes.
  var behind = given(many(count), (o, k, i) => { if (i === count - 20) for (var j = 0; j < i; j++) delete o["k" + j]; });
  if (!isWhole(behind, count)) print("before", count, behind.length);
  // What is added meanwhile is not given, not even where as much is deleted.
  if (!isWhole(given(many(count), (o, k, i) => { o["new" + i] = 1; }), count)) print("added", count);
  if (!isWhole(given(many(count), (o, k, i) => { delete o[k]; o["new" + i] = 1; }), count)) print("in exchange", count);
  // Elements that come in between, and other shapes.
  if (!isWhole(given(many(count), (o, k, i) => { o[i] = 1; }), count)) print("elements", count);
  if (!isWhole(given(many(count), (o, k, i) => i === 5 && Object.freeze(o)), count)) print("frozen", count);
  if (!isWhole(given(many(count), (o, k, i) => i === 5 && Object.setPrototypeOf(o, { k1: 1, k3: 3 })), count)) print("prototype", count);
}
// Loops in each other over one object.
var o = many(700), pairs = 0;
for (var a in o) { if (+a.slice(1) % 100 === 0) for (var b in o) { pairs++; if (+b.slice(1) > 300) delete o[b]; } }
print(pairs); // expect: 1603
print(Object.keys(o).length); // expect: 301
// Names hide those of prototypes, symbols are not given, and prototypes with many names have their turn.
var p = many(400), child = Object.create(p);
for (var i = 0; i < 300; i++) child["k" + i * 2] = 1;
child[Symbol()] = 1;
var names = given(child, () => 0);
print(names.length, new Set(names).size, names[299], names[300], names[301], names.at(-1)); // expect: 500 500 k598 k1 k3 k399
// The first name again and again.
var q = many(1000), order = [];
for (;;) { var first = undefined; for (first in q) break; if (first === undefined) break; order.push(first); delete q[first]; }
print(isWhole(order, 1000)); // expect: true
// What a generator goes through waits in the middle.
function* walk(o) { for (var k in o) yield k; }
var r = many(600), walked = [], steps = walk(r);
for (var i = 0; i < 300; i++) walked.push(steps.next().value);
for (var k in r) { if (+k.slice(1) % 3) delete r[k]; }
r.more = 1;
for (var k of steps) walked.push(k);
print(walked.length, walked[299], walked[300], walked.at(-1)); // expect: 400 k299 k300 k597
