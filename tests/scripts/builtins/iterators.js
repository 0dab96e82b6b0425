function all(it) { var r, out = []; while (!(r = it.next()).done) out.push(String(r.value)); return out.join("|"); }
var a = ["x", , "z"];
print(all(a[Symbol.iterator]()), all(a.keys()), all(a.entries()), all(a.values()));
// expect: x|undefined|z 0|1|2 0,x|1,|2,z x|undefined|z
print(Array.prototype[Symbol.iterator] === Array.prototype.values, Array.prototype.values.name, Array.prototype.entries.length);
// expect: true values 0
var ai = [][Symbol.iterator](), AIP = Object.getPrototypeOf(ai), IP = Object.getPrototypeOf(AIP);
print(Object.prototype.toString.call(ai), Object.getOwnPropertyNames(AIP).join(), AIP.next.length);
// expect: [object Array Iterator] next 0
print(ai[Symbol.iterator]() === ai, IP[Symbol.iterator].name, Object.getPrototypeOf(IP) === Object.prototype);
// expect: true [Symbol.iterator] true
var it = [1][Symbol.iterator](); var r1 = it.next(), r2 = it.next(), r3 = it.next();
print(JSON.stringify(r1), JSON.stringify(r2), JSON.stringify(r3), r2 === r3, Object.keys(r1).join());
// expect: {"value":1,"done":false} {"done":true} {"done":true} false value,done
var grow = [1, 2]; it = grow.values(); it.next(); grow.push(3); print(all(it)); grow.push(4); print(all(it));
// expect: 2|3
// expect:
try { AIP.next.call({}); } catch (e) { print(e.name); } try { AIP.next.call([].values); } catch (e) { print(e.name); }
// expect: TypeError
// expect: TypeError
print(all("a\uD83D\uDE00b\uD83D\uDC00".concat("\uDE00")[Symbol.iterator]()).length, all("a\uD83D\uDE00\uD83Dx"[Symbol.iterator]()).length);
// expect: 11 8
print(Object.prototype.toString.call(""[Symbol.iterator]()), String.prototype[Symbol.iterator].name);
// expect: [object String Iterator] [Symbol.iterator]
(function () { print(all(arguments[Symbol.iterator]()), arguments[Symbol.iterator] === Array.prototype.values, Object.getOwnPropertyNames(arguments).join()); })(1, 2, 3);
// expect: 1|2|3 true 0,1,2,length,callee
(function (p, q) { "use strict"; print(all(arguments[Symbol.iterator]()), Object.getOwnPropertySymbols(arguments).length); })(4, 5);
// expect: 4|5 1
(function (p, q) { arguments[Symbol.iterator] = 1; print(arguments[Symbol.iterator], delete arguments[Symbol.iterator], arguments.length, arguments.callee === undefined); })(4, 5);
// expect: 1 true 2 false
print(Array.from("a\uD83D\uDE00b").length, Array.from([1, 2, 3], function (v, i) { return v * i; }).join(), Array.from({ length: 2, 0: "p" }).length);
// expect: 3 0,2,6 2
function C(n) { this.args = arguments.length; this.n = n; }
var c = Array.from.call(C, [7, 8]); print(c instanceof C, c.length, c.args, c[1]); c = Array.from.call(C, { length: 1, 0: 5 }); print(c.args, c.n, c[0]);
// expect: true 2 0 8
// expect: 1 1 5
function iter(n, log, onReturn) { var o = {}; o[Symbol.iterator] = function () { var i = 0; return { next: function () { return { value: i, done: i++ >= n }; }, return: function () { log.push("return"); return onReturn(); } }; }; return o; }
var log = []; print(Array.from(iter(3, log, Object)).join(), log.join()); // expect: 0,1,2
try { Array.from(iter(3, log, Object), function (v) { if (v === 1) throw "map"; }); } catch (e) { print(e, log.join()); }
// expect: map return
try { Array.from(iter(3, log, function () { throw "inner"; }), function (v) { if (v === 1) throw "map"; }); } catch (e) { print(e, log.join()); }
// expect: map return,return
try { Array.from(iter(3, log, function () { return 1; }), function (v) { throw "map"; }); } catch (e) { print(e); }
// expect: map
[undefined, null, 5, {}].forEach(function (v) { try { print(Array.from(v).length); } catch (e) { print(e.name); } });
// expect: TypeError
// expect: TypeError
// expect: 0
// expect: 0
var bad = {}; bad[Symbol.iterator] = 1; try { Array.from(bad); } catch (e) { print(e.name); } // expect: TypeError
bad[Symbol.iterator] = function () { return 1; }; try { Array.from(bad); } catch (e) { print(e.name); }
// expect: TypeError
bad[Symbol.iterator] = function () { return { next: function () { return 1; } }; }; try { Array.from(bad); } catch (e) { print(e.name); }
// expect: TypeError
bad[Symbol.iterator] = function () { return {}; }; try { Array.from(bad); } catch (e) { print(e.name); }
// expect: TypeError
// The walk by index looks at what scripts have changed.
var next = AIP.next; AIP.next = function () { var r = next.call(this); if (!r.done) r.value = r.value * 10; return r; }; print(Array.from([1, 2]).join()); AIP.next = next; print(Array.from([1, 2]).join());
// expect: 10,20
// expect: 1,2
var values = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { return ["patched"].values(); }; print(Array.from([1, 2]).join()); Array.prototype[Symbol.iterator] = values; print(Array.from([1, 2]).join());
// expect: patched
// expect: 1,2
Array.prototype.added = 1; delete Array.prototype.added; print(Array.from([1, 2]).join()); // expect: 1,2
var own = [1]; own[Symbol.iterator] = function () { return "own".split("").values(); }; print(Array.from(own).join());
// expect: o,w,n
AIP.return = function () { log.push("patched return"); return {}; }; try { Array.from([1], function () { throw 1; }); } catch (e) { print(log.pop()); } delete AIP.return;
// expect: patched return
var hole = [1, , 3]; Array.prototype[1] = "hole"; print(Array.from(hole).join()); delete Array.prototype[1];
// expect: 1,hole,3
var shrink = [1, 2, 3, 4]; print(Array.from(shrink, function (v) { shrink.pop(); return v; }).join()); // expect: 1,2

var frozen = Object.freeze([1, 2]); print(Array.from(frozen).join(), all(frozen.entries())); // expect: 1,2 0,1|1,2
