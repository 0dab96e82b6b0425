function show(r) { print(JSON.stringify(r)); }
function* inner() { var x = yield 1; print("inner got", x); try { x = yield 2; print("inner got", x); } catch (e) { print("inner caught", e); yield "c"; } finally { print("inner finally"); } return "inner value"; }
function* outer() { var v = yield* inner(); print("value", v); yield "after"; return "end"; }
var it = outer(); show(it.next("x")); show(it.next("a")); show(it.next("b")); show(it.next()); show(it.next());
// expect: {"value":1,"done":false}
// expect: inner got a
// expect: {"value":2,"done":false}
// expect: inner got b
// expect: inner finally
// expect: value inner value
// expect: {"value":"after","done":false}
// expect: {"value":"end","done":true}
// expect: {"done":true}
it = outer(); it.next(); it.next(); show(it.throw("T")); show(it.next()); show(it.next());
// expect: inner got undefined
// expect: inner caught T
// expect: {"value":"c","done":false}
// expect: inner finally
// expect: value inner value
// expect: {"value":"after","done":false}
// expect: {"value":"end","done":true}
it = outer(); it.next(); it.next(); show(it.return("R")); show(it.next());
// expect: inner got undefined
// expect: inner finally
// expect: {"value":"R","done":true}
// expect: {"done":true}
it = outer(); show(it.return("early")); it = outer(); try { it.throw("early"); } catch (e) { print(e); }
// expect: {"value":"early","done":true}
// expect: early
function* arr() { print(yield* [1, 2, 3]); yield* "ab"; yield* []; return yield* (function* () { return 5; })(); } it = arr(); var out = [], r; while (!(r = it.next()).done) out.push(r.value); print(out.join(), r.value);
// expect: undefined
// expect: 1,2,3,a,b 5
it = arr(); it.next(); try { it.throw(new Error("no throw method")); } catch (e) { print(e.name); } show(it.next());
// expect: TypeError
// expect: {"done":true}
it = arr(); it.next(); show(it.return("q")); // expect: {"value":"q","done":true}
var log = []; function custom(methods) { var o = {}; o[Symbol.iterator] = function () { return methods; }; return o; }
function* del(m) { try { return yield* custom(m); } finally { print("del finally"); } }
it = del({ next: function (v) { log.push("next " + v); return { value: log.length, done: false, extra: 1 }; }, return: function (v) { log.push("return " + v); return { value: "rv", done: v === "stop" }; }, throw: function (v) { log.push("throw " + v); return { value: "tv", done: v === "stop" }; } });
show(it.next("a")); show(it.next("b")); show(it.throw("t")); show(it.return("r")); show(it.next("c")); show(it.throw("stop")); print(log.join());
// expect: {"value":1,"done":false,"extra":1}
// expect: {"value":2,"done":false,"extra":1}
// expect: {"value":"tv","done":false}
// expect: {"value":"rv","done":false}
// expect: {"value":5,"done":false,"extra":1}
// expect: del finally
// expect: {"value":"tv","done":true}
// expect: next undefined,next b,throw t,return r,next c,throw stop
it = del({ next: function () { return { done: false }; }, return: function (v) { return { value: "rv", done: true }; } }); it.next(); show(it.return("stop"));
// expect: del finally
// expect: {"value":"rv","done":true}
it = del({ next: function () { return { done: false }; } }); it.next(); show(it.return("no return"));
// expect: del finally
// expect: {"value":"no return","done":true}
it = del({ next: function () { return { done: false }; }, return: function () { log.push("closed"); return {}; } }); it.next(); try { it.throw("x"); } catch (e) { print(e.name, log.pop()); }
// expect: del finally
// expect: TypeError closed
it = del({ next: function () { return 1; } }); try { it.next(); } catch (e) { print(e.name); } it = del({ next: 1 }); try { it.next(); } catch (e) { print(e.name); }
// expect: del finally
// expect: TypeError
// expect: del finally
// expect: TypeError
it = del({ next: function () { throw "from next"; } }); try { it.next(); } catch (e) { print(e); } it = del({ next: function () { return { get done() { throw "from done"; } }; } }); try { it.next(); } catch (e) { print(e); }
// expect: del finally
// expect: from next
// expect: del finally
// expect: from done
var result = { value: 1, done: false }; it = (function* () { yield* custom({ next: function () { return result; } }); })(); print(it.next() === result);
// expect: true
function* none() { yield* undefined; } try { none().next(); } catch (e) { print(e.name); } try { (function* () { yield* {}; })().next(); } catch (e) { print(e.name); }
// expect: TypeError
// expect: TypeError
function* tree(n) { if (n > 0) { yield* tree(n - 1); yield n; yield* tree(n - 1); } } print(Array.from(tree(4)).join());
// expect: 1,2,1,3,1,2,1,4,1,2,1,3,1,2,1
function* deep(n) { if (n > 0) yield* deep(n - 1); yield n; } var c = 0, last; for (it = deep(300); !(r = it.next()).done;) { c++; last = r.value; } print(c, last);
// expect: 301 300
function* exprs() { return [yield* [1], yield* [2], 1 + (yield* inner())].join(); } it = exprs(); out = []; while (!(r = it.next(out.length)).done) out.push(r.value); print(out.join(), r.value);
// expect: inner got 3
// expect: inner got 4
// expect: inner finally
// expect: 1,2,1,2 ,,1inner value
function* self() { try { yield* it2; } catch (e) { print(e.name); } } var it2 = self(); it2.next(); // expect: TypeError
function* scopes() { for (let i = 0; i < 2; i++) { let f = () => i++; yield* [f(), f(), i]; } } print(Array.from(scopes()).join());
// expect: 0,1,2
(function* () { var a0, a1, a2; })(); print(Array.from((function* () { try { yield* [1]; } finally { yield* [2]; } })()).join());
// expect: 1,2
