// Values wander from cell to cell while the collector marks: out of what it has not looked at into what it has. Each is taken
// away from where it was, so that only the new place has it.

var seed = 7;
function random(n) { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % n; }

var made = 0;
function treasure() { var n = made++; return {n: n, text: "treasure " + n, list: [n, "e" + n]}; }
function check(t) {
  if (t === undefined) return false;
  if (t.text !== "treasure " + t.n || t.list[1] !== "e" + t.n) throw new Error("lost " + t.n);
  return true;
}

// Where a value is put, and taken from: `take` leaves nothing behind.
var places = {
  near: { make: function () { return {a: 1}; }, put: function (o, t) { o.t = t; }, take: function (o) { var t = o.t; o.t = null; return t; } },
  far: {
    make: function () { var o = {}; for (var i = 0; i < 12; i++) o["p" + i] = i; return o; },
    put: function (o, t) { o.p11 = t; }, take: function (o) { var t = o.p11; o.p11 = 0; return t; }
  },
  dictionary: {
    make: function () { var o = {}; for (var i = 0; i < 300; i++) o["d" + i] = i; return o; },
    put: function (o, t) { o.t = t; }, take: function (o) { var t = o.t; delete o.t; for (var i = 0; i < 9; i++) delete o["d" + random(300)]; return t; }
  },
  computed: {
    make: function () { return {}; },
    put: function (o, t) { o["name of " + t.n] = t; },
    take: function (o) { for (var k in o) { var t = o[k]; delete o[k]; if (k !== "name of " + t.n) throw new Error(k); return t; } }
  },
  last: { make: function () { return []; }, put: function (a, t) { a.push(t); }, take: function (a) { return a.pop(); } },
  first: { make: function () { return [1, 2, 3]; }, put: function (a, t) { a.unshift(t); }, take: function (a) { return a.shift(); } },
  queue: {
    make: function () { var a = []; while (a.length < 400) a.push(0); return a; },
    put: function (a, t) { a.push(t); if (random(9) === 0) a.unshift(0); },
    take: function (a) { var i = a.length - 1; var t = a[i]; a.length = i; for (i = 0; i < 20; i++) a.push(a.shift()); a.reverse(); a.reverse(); return t; }
  },
  spliced: {
    make: function () { var a = []; while (a.length < 700) a.push(random(3)); return a; },
    put: function (a, t) { a.splice(350, 0, t); a.sort(function (x, y) { return (typeof x === "object") - (typeof y === "object"); }); },
    take: function (a) { var t = a.splice(a.length - 1, 1)[0]; a.copyWithin(0, 5, 20); a.fill(1, 0, 3); return t; }
  },
  replaced: { make: function () { return [0, 0]; }, put: function (a, t) { a[1] = t; }, take: function (a) { var t = a[1]; a[1] = 0; return t; } },
  sparse: {
    make: function () { var a = []; a[1e6] = 1; a[1e7] = 1; return a; },
    put: function (a, t) { a[5e6] = t; }, take: function (a) { var t = a[5e6]; delete a[5e6]; a.length = 4e6; a[1e6 + random(100)] = 1; return t; }
  },
  closed: {
    make: function () { var v; return {set: function (t) { v = t; }, get: function () { var t = v; v = 0; return t; }}; },
    put: function (o, t) { o.set(t); }, take: function (o) { return o.get(); }
  },
  many: {
    make: function () { var a, b, c, d, e, f, v; return {set: function (t) { a = b = c = d = e = f = 1; v = t; }, get: function () { var t = v; v = a + b + c + d + e + f; return t; }}; },
    put: function (o, t) { o.set(t); }, take: function (o) { return o.get(); }
  },
  evaluated: {
    make: function () { eval("var v, w = 1, x = 2;"); return {set: function (t) { eval("var y"); v = t; }, get: function () { var t = v; v = 0; return t; }, end: function () { return eval("delete w"); }}; },
    put: function (o, t) { o.set(t); }, take: function (o) { o.end(); return o.get(); }
  },
  mapped: {
    make: function () { return (function (v) { return arguments; })(0); },
    put: function (o, t) { o[0] = t; }, take: function (o) { var t = o[0]; o[0] = 0; return t; }
  },
  accessor: {
    make: function () { return {}; },
    put: function (o, t) { Object.defineProperty(o, "t", {get: function () { return t; }, configurable: true}); },
    take: function (o) { var t = o.t; Object.defineProperty(o, "t", {value: 0, configurable: true}); return t; }
  },
  prototype: {
    make: function () { return {}; },
    put: function (o, t) { Object.setPrototypeOf(o, t); }, take: function (o) { var t = Object.getPrototypeOf(o); Object.setPrototypeOf(o, Object.prototype); return t === Object.prototype ? undefined : t; }
  },
  above: {
    make: function () { var o = {}; for (var i = 0; i < 200; i++) o["a" + i] = i; return o; },
    put: function (o, t) { Object.setPrototypeOf(o, t); }, take: function (o) { var t = Object.getPrototypeOf(o); Object.setPrototypeOf(o, null); return t === Object.prototype ? undefined : t || undefined; }
  },
  bound: {
    make: function () { return {}; },
    put: function (o, t) { o.f = function () { return this; }.bind(t); }, take: function (o) { if (!o.f) return; var t = o.f(); o.f = null; return t; }
  },
  thrown: {
    make: function () { return {}; },
    put: function (o, t) { try { throw t; } catch (e) { o.e = e; } }, take: function (o) { try { if (o.e) throw o.e; } catch (e) { return e; } finally { o.e = 0; } }
  },
  matched: {
    make: function () { return {}; },
    put: function (o, t) { o.t = t; o.r = new RegExp("e" + t.n + "$"); },
    take: function (o) { var t = o.t; if (!t) return; if (!o.r.test(t.list[1]) || RegExp.lastMatch !== t.list[1]) throw new Error("unmatched"); o.r.compile("b" + random(50)); o.t = 0; return t; }
  },
  suspended: {
    make: function () {
      var g = (function* () { var v = 0; for (;;) { var sent = yield; if (sent !== "take") v = sent; else { sent = v; v = 0; yield sent; sent = 0; } } })();
      g.next();
      return g;
    },
    put: function (g, t) { g.next(t); }, take: function (g) { var t = g.next("take").value; g.next(); return t; }
  },
  captured: {
    make: function () {
      var g = (function* () {
        var v = 0, take = function () { var t = v; v = 0; return t; };
        for (;;) { var sent = yield; if (sent !== "take") v = sent; else { yield take(); } sent = 0; }
      })();
      g.next();
      return g;
    },
    put: function (g, t) { g.next(t); }, take: function (g) { var t = g.next("take").value; g.next(); return t; }
  },
  iterated: {
    make: function () { return {i: [][Symbol.iterator]()}; },
    put: function (o, t) { o.i = [0, t][Symbol.iterator](); o.i.next(); }, take: function (o) { var t = o.i.next().value; o.i.next(); return t; }
  },
  promised: {
    make: function () { return {p: null}; },
    put: function (o, t) { o.p = t; var r; new Promise(function (f) { r = f; }).then(function () { if (o.p === t) check(t); t = null; }); r(0); },
    take: function (o) { var t = o.p; o.p = null; return t; }
  },
  frozen: {
    make: function () { return {}; },
    put: function (o, t) { o.t = Object.freeze([t, 1, 2]); }, take: function (o) { if (!o.t) return; var t = o.t[0]; o.t = 0; return t; }
  },
  symbols: {
    make: function () { return {s: null}; },
    put: function (o, t) { o.s = Symbol.for("s" + t.n); o[o.s] = t; },
    take: function (o) { if (!o.s) return; var s = o.s, t = o[s]; if (Symbol.for("s" + t.n) !== s) throw new Error("symbol"); delete o[s]; o.s = null; return t; }
  },
  texts: {
    make: function () { return {}; },
    put: function (o, t) { o.rope = "a long beginning of a text that is " + (t.text + " and so on, and so on, and on"); o.t = t; },
    take: function (o) { if (!o.t) return; var part = o.rope.substring(0, 70), t = o.t; o.rope = part; o.t = 0; if (part.indexOf("treasure " + t.n) < 0) throw new Error(part); return t; }
  }
};

var names = Object.keys(places);
var holders = [];
names.forEach(function (name) {
  for (var i = 0; i < 3; i++) {
    var holder = places[name].make();
    places[name].put(holder, treasure());
    holders.push({name: name, holder: holder, full: true});
  }
});

var moves = 0;
for (var turn = 0; turn < 4000; turn++) {
  var from = holders[random(holders.length)], to = holders[random(holders.length)];
  if (!from.full || (to.full && to !== from)) continue;
  var t = places[from.name].take(from.holder);
  check(t);
  from.full = false;
  if (random(20) === 0) { t = treasure(); }
  places[to.name].put(to.holder, t);
  to.full = true;
  if (random(10) === 0) {
    // Room for the next one.
    var other = holders[random(holders.length)];
    if (other.full && other !== to) { check(places[other.name].take(other.holder)); other.full = false; }
  }
  var empty = holders.filter(function (h) { return !h.full; });
  if (empty.length > 40) { places[empty[0].name].put(empty[0].holder, treasure()); empty[0].full = true; }
  moves++;
}
var left = 0;
holders.forEach(function (h) { if (h.full) { check(places[h.name].take(h.holder)); left++; } });
print(moves > 100 && left > 5, holders.length === names.length * 3); // expect: true true
