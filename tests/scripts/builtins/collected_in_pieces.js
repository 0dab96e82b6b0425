// What is wide is looked at a piece after the other: elements and names move from behind the last piece to before it.

var seed = 3;
function random(n) { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % n; }

var made = 0;
function treasure() { var n = made++; return {n: n, text: "treasure " + n}; }
function isTreasure(t) {
  if (t === null || typeof t !== "object") return false;
  if (t.text !== "treasure " + t.n) throw new Error("lost " + t.n);
  return true;
}

var LENGTH = 1500;
var arrays = [];
while (arrays.length < 5) {
  var list = [];
  while (list.length < LENGTH) list.push(list.length % 100 === 7 ? treasure() : 0);
  arrays.push(list);
}

// Names that only these objects have.
var tables = [];
while (tables.length < 4) {
  var table = {};
  for (var n = 0; n < 500; n++) table["key " + (n + 1000 * tables.length)] = n + 1000 * tables.length;
  tables.push(table);
}

// Objects that come and go within a cycle, with shapes that nothing but inline caches knows while there are none.
function Rare(n) { this.rare = n; this.rarer = [n]; }
var rare = [];
function flip() {
  if (rare.length && (rare[0].rarer[0] !== rare[0].rare || rare[1].of[0] !== rare[1].rarest)) throw new Error("rare");
  var n = random(1000);
  rare = rare.length ? [] : [new Rare(n), {rarest: n, of: [n]}];
}

var changes = [
  function (a) { a.reverse(); },
  function (a) { var end = a.splice(a.length - 300, 300); for (var i = 0; i < end.length; i += 100) a.unshift(end[i]); while (a.length < LENGTH) a.push(0); },
  function (a) { for (var i = 0; i < 150; i++) { a.push(a.shift()); if (i % 32 === 0) flip(); } },
  function (a, b) { var t = a[a.length - 1]; a.length -= 1; b.unshift(t); b.pop(); a.push(0); },
  function (a, b) { for (var i = 0; i < 200; i++) { var at = a.length - 1 - i, t = a[at]; a[at] = b[i]; b[i] = t; if (i % 64 === 0) flip(); } },
  function (a) { a[1e7] = 0; a.length = LENGTH; var t = a[LENGTH - 393]; a[LENGTH - 393] = 0; a[3] = t; },
  function (a) { var cut = a.slice(LENGTH - 200); a.fill(0, LENGTH - 200, LENGTH); for (var i = 0; i < cut.length; i++) a[i] = cut[i]; },
  function (a) { a.copyWithin(0, LENGTH - 250, LENGTH); },
  function (a) { a.splice(10, 900); while (a.length < LENGTH) a.push(a.length % 100 === 7 ? treasure() : 0); }
];

function moveNames(from, to) {
  var count = 0, all = Object.keys(from);
  for (var i = all.length - 1; i >= 0 && count < 30; i--, count++) {
    var name = all[i], value = from[name];
    all[i] = 0;
    delete from[name];
    to[name] = value;
    name = 0;
  }
}

for (var turn = 0; turn < 300; turn++) {
  changes[random(changes.length)](arrays[random(5)], arrays[random(5)]);
  flip();
  if (turn % 5 === 0) moveNames(tables[random(4)], tables[random(4)]);
  if (turn % 50 === 0) { for (var k in tables[random(4)]) if (k.substring(0, 4) !== "key ") throw new Error(k); }
}

var found = 0, named = 0;
arrays.forEach(function (a) { a.forEach(function (t) { if (isTreasure(t)) found++; }); });
tables.forEach(function (t) { for (var k in t) { if (k !== "key " + t[k]) throw new Error(k); named++; } });
print(found > 20, named); // expect: true 2000
