// immutable of today.
var { Map, OrderedMap, List, Set, Record, Seq, Range, fromJS, is } = require("immutable-today/dist/immutable");
var list = List(Range(0, 1000)).update(list => list.filter(x => x % 3).map(x => x * 2)), map = Map(list.take(70).map(x => ["k" + x, x]));
print(list.size, list.get(500), list.slice(-3).join(), map.size, map.get("k4"), map.delete("k4").has("k4"), is(fromJS({ a: [1, { b: 2 }] }), fromJS({ a: [1, { b: 2 }] })));
var Point = Record({ x: 0, y: 0 }), point = new Point({ x: 3 });
print(point.set("y", 4).toString(), point.x, JSON.stringify(Map({ b: Set([1, 2, 2]), a: OrderedMap([["z", 1], ["y", List([point])]]) })));
print(fromJS({ a: { b: [1, 2, { c: 3 }] } }).updateIn(["a", "b", 2, "c"], c => c + 1).mergeDeep({ a: { d: 5 } }).toString());
print(Seq([1, 2, 3, 4]).groupBy(x => x % 2).map(all => all.reduce((a, b) => a + b)).toJS()[0], [...List.of("a", "b").entries()].join(";"), List([3, 1, 2]).sort().concat([9]).toArray());
