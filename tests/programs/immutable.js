// immutable: maps, lists, sets, sequences, records.
var Immutable = require("immutable");
var map = Immutable.Map();
for (var i = 0; i < 500; i++) map = map.set("key" + i % 200, i);
print(map.size, map.get("key7"), map.has("nope"), map.remove("key7").size, map.filter(function (v) { return v % 7 === 0; }).size, map.reduce(function (a, b) { return a + b; }, 0));
var list = Immutable.List();
for (i = 0; i < 2000; i++) list = list.push(i * 3);
print(list.size, list.get(1999), list.last(), list.slice(5, 9).toString(), list.reverse().first(), list.insert(3, "x").get(3), list.splice(1, 1990).toString(), list.set(1, "changed").get(1), list.get(1));
print(Immutable.Range(1, 1000).filter(function (n) { return n % 3 === 0; }).map(function (n) { return n * n; }).take(5).toArray().join(), Immutable.Repeat("r", 3).join(""));
var nested = Immutable.fromJS({ a: { b: [1, 2, { c: 3 }] }, d: "e" });
print(nested.getIn(["a", "b", 2, "c"]), nested.setIn(["a", "b", 0], "new").toString(), nested.updateIn(["a", "b", 1], function (v) { return v + 40; }).getIn(["a", "b", 1]), nested.mergeDeep({ a: { z: 1 } }).toString(), JSON.stringify(nested));
print(Immutable.is(Immutable.Map({ a: 1, b: Immutable.List([1]) }), Immutable.Map({ b: Immutable.List([1]), a: 1 })), Immutable.Set([3, 1, 3, 2]).union([9]).size, Immutable.OrderedSet(["c", "a", "c"]).toString(), Immutable.OrderedMap([["z", 1], ["a", 2]]).map(function (v) { return v * 2; }).toString());
print(Immutable.Stack([1, 2, 3]).push(0).toString(), Immutable.Seq([5, 3, 8]).sort().toString(), Immutable.List(["bb", "a", "ccc"]).sortBy(function (s) { return s.length; }).toString(), Immutable.List([1, 2, 3, 4, 5]).groupBy(function (n) { return n % 2; }).toString(), Immutable.List([1, 2]).zip(Immutable.List(["a", "b"])).toString());
var Point = Immutable.Record({ x: 0, y: 0 }), point = new Point({ x: 5 });
print(point.x, point.y, point.set("y", 9).toString(), point.merge({ x: 1 }).equals(new Point({ x: 1 })), Immutable.Map({ a: 1 }).hashCode() === Immutable.Map({ a: 1 }).hashCode());
var mutable = map.withMutations(function (m) { for (var k = 0; k < 1000; k++) m.set(k, k); });
print(mutable.size, mutable.get(999), Immutable.List(mutable.keys()).filter(function (k) { return typeof k === "number"; }).size, mutable.toSeq().maxBy(function (v) { return v; }));
