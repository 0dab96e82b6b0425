// for-of, and how iterators are closed on every way out.
function thrown(f) { try { return f(); } catch (e) { return e && e.name ? e.name + ": " + e.message : "thrown " + e; } }
var log = []; function l(x) { log.push(x); return x; } function logged() { var s = log.join(" "); log = []; return s; }
function it(n, extra) { var i = 0; return Object.assign({ [Symbol.iterator]() { return this; }, next() { return { value: i, done: i++ >= n }; }, return() { l("return"); return {}; } }, extra); }
for (var x of [1, 2, 3]) l(x); for (let y of "ab") l(y); for (const z of it(2)) l(z); print(logged(), x); // expect: 1 2 3 a b 0 1 3
for (let v of it(5)) { if (v === 1) continue; if (v === 3) break; l(v); } print(logged()); // expect: 0 2 return
outer: for (let a of it(3)) { for (let b of it(3)) { if (b === 1) continue outer; if (a === 2) break outer; l(a + "" + b); } } print(logged()); // expect: 00 return 10 return return return
print((function () { for (let v of it(3)) return l(v); })(), logged()); // expect: 0 0 return
print(thrown(() => { for (let v of it(3)) throw "t"; }), logged()); // expect: thrown t return
print(thrown(() => { for (let v of it(3, { return() { l("r"); throw "r"; } })) throw "t"; }), logged()); // expect: thrown t r
print(thrown(() => { for (let v of it(3, { return() { l("r"); throw "r"; } })) break; }), logged()); // expect: thrown r r
print(thrown(() => { for (let v of it(3, { return() { return 1; } })) break; })); // expect: TypeError: Iterator result 1 is not an object
print(thrown(() => { for (let v of it(3, { return: undefined })) break; return "none"; }), thrown(() => { for (let v of it(3, { return: 1 })) break; }).slice(0, 9)); // expect: none TypeError
print(thrown(() => { for (let v of it(3, { get return() { throw "g"; } })) break; })); // expect: thrown g
print(thrown(() => { for (let v of it(3, { next() { throw "n"; } })); }), thrown(() => { for (let v of it(3, { next() { return 1; } })); }), logged()); // expect: thrown n TypeError: Iterator result 1 is not an object 
print(thrown(() => { for (let v of it(3, { next() { return { get value() { throw "v"; } }; } })); }), logged()); // expect: thrown v 
// Through catch and finally
print(thrown(() => { for (let v of it(3, { return() { throw "r"; } })) { try { break; } catch (e) { return "caught inside"; } } }), logged()); // expect: thrown r 
print((function () { try { for (let v of it(3, { return() { throw "r"; } })) { try { return 1; } catch (e) { return "inside"; } } } catch (e) { return "outside " + e; } })()); // expect: outside r
print((function () { for (let v of it(3)) { try { return l("body"); } finally { l("finally"); } } })(), logged()); // expect: body body finally return
print((function () { try { for (let v of it(3)) { return l("body"); } } finally { l("finally"); } })(), logged()); // expect: body body return finally
print((function () { try { for (let v of it(3)) { try { for (let w of it(2)) { try { return l("b"); } finally { l("f1"); } } } finally { l("f2"); } } } finally { l("f3"); } })(), logged()); // expect: b b f1 return f2 return f3
print((function () { a: for (let v of it(2)) { try { for (let w of it(2)) { try { continue a; } catch (e) { } finally { l("f"); } } } catch (e) { } } return logged(); })()); // expect: f return f return
print((function () { for (let v of it(3)) { try { throw 1; } catch (e) { break; } } return logged(); })()); // expect: return
print((function () { for (let v of it(3)) { try { return 1; } finally { break; } } return logged() + "after"; })()); // expect: returnafter
print((function () { a: { for (let v of it(3)) { try { break a; } catch (e) { } } } return logged(); })()); // expect: return
print((function () { for (let v of it(1)) { switch (v) { case 0: try { break; } catch { } } l("after"); } return logged(); })()); // expect: after
print(eval("1; for (let v of [1]) { 5; break; }"), eval("2; for (let v of [1]) { }"), eval("do { 3; for (let v of it(2)) { 4; break; } } while (0)"), logged()); // expect: 5 undefined 4 return
// Closures, scopes
var fs = []; for (let v of [1, 2]) fs.push(() => v); for (const [k, v] of [["a", 1]]) fs.push(() => k + v); print(fs.map(f => f())); // expect: 1,2,a1
print(thrown(() => { let v = [1]; for (let v of v); }), thrown(() => { for (const v of [1]) v = 2; })); // expect: ReferenceError: Cannot access 'v' before initialization TypeError: Assignment to constant variable.
var ob = {}; for (ob.p of [1, 2]); for (ob["q"] of [3]); print(ob.p, ob.q); // expect: 2 3
// Arrays change while they are walked; their iteration is changed
var a = [1, 2, 3]; for (let v of a) { l(v); if (v === 1) a.push(4); if (v === 2) a.length = 3; } print(logged()); // expect: 1 2 3
a = [1, , 3]; Array.prototype[1] = "proto"; for (let v of a) l(v); delete Array.prototype[1]; print(logged()); // expect: 1 proto 3
for (let v of [1, , 2]) l(String(v)); print(logged()); // expect: 1 undefined 2
var own = [1, 2]; own[Symbol.iterator] = function () { return it(1); }; for (let v of own) l("own" + v); print(logged()); // expect: own0
var proto = Object.getPrototypeOf([][Symbol.iterator]()); proto.return = function () { l("array return"); return {}; };
for (let v of [1, 2]) break; print(logged()); // expect: array return
[ob.p] = [1, 2]; print(thrown(() => { for (let v of [1]) throw 1; }), logged()); delete proto.return; // expect: thrown 1 array return array return
var next = proto.next; proto.next = function () { l("next"); return next.call(this); }; for (let v of [7]) l(v); print([...[1]].length, logged()); proto.next = next; // expect: 1 next 7 next next next
var values = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { l("made"); return values.call(this); }; for (let v of [8]) l(v); let [q] = [9]; print(q, logged()); Array.prototype[Symbol.iterator] = values; // expect: 9 made 8 made
for (let v of [1, 2]) { Array.prototype[Symbol.iterator] = 0; l(v); } Array.prototype[Symbol.iterator] = values; print(logged()); // expect: 1 2
(function () { for (var v of arguments) l(v); })(5, 6); print(logged()); // expect: 5 6
print(thrown(() => { for (let v of 5); }).slice(-15), thrown(() => { for (let v of {}); }).slice(0, 9), thrown(() => { for (let v of undefined); }).slice(-15)); // expect: is not iterable TypeError is not iterable
var deep = 0; (function go(n) { for (let v of [n]) { deep = v; if (n < 50) go(n + 1); } })(0); print(deep); // expect: 50
