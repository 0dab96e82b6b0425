// `[a, b] = [b, a]` makes no array, which nobody may notice.
(function () {
    var a = 1, b = 2, c = 3;
    [a, b] = [b, a];
    print(a, b);
    [a, b, c] = [c, a, b];
    print(a, b, c);
    [a, b] = [b, a, c = 9];
    print(a, b, c);
    [a] = [a + 1, b];
    print(a);
    [a, a] = [5, 6];
    print(a);
    [a, b, c] = [1, 2];
    print(a, b, c);
    [] = [a];
    var x = [a, b] = [b, a];
    print(a, b, x);
    [a = 3, b] = [undefined, 4];
    print(a, b);
    [a, , b] = [1, 2, 3];
    [a, ...b] = [1, 2, 3];
    print(a, b);
    [a, b] = [...[7, 8]];
    print(a, b);
    [a, b] = [, 2];
    print(a, b);
    ([a, b] = [b, a]);
    print(a, b);
    for ([a, b] = [0, 3]; a < b; [a, b] = [a + 1, b - 1]);
    print(a, b);
})();

// Elements and members; parts of targets are evaluated when their turn comes.
(function () {
    var list = [1, 2, 3], i = 0, o = { x: 1, y: 2 };
    [list[0], list[2]] = [list[2], list[0]];
    print(list);
    [list[i], list[i + 1]] = [list[i + 1], list[i]];
    print(list);
    [i, list[i]] = [2, "at 2"];
    print(list, i);
    [o.x, o.y] = [o.y, o.x];
    print(o.x, o.y);
    [o, o.x] = [{}, "new"];
    print(JSON.stringify(o));
    [list, list[0]] = [["other"], "one"];
    print(list);
    var log = [];
    var target = { set a(v) { log.push("a=" + v) }, set b(v) { log.push("b=" + v) } };
    [target.a, target.b] = [(log.push("1"), 1), (log.push("2"), 2)];
    print(log);
    var key = { toString() { log.push("key"); return "k" } };
    log = [];
    [target[key], target.a] = [1, 2];
    print(log);
    try { [target.none.x, target.a] = [1, 2] } catch (e) { print(e instanceof TypeError, log) }
})();

// Errors of variables.
(function () {
    const fixed = 1; let a;
    try { [a, fixed] = [2, 3] } catch (e) { print(e.message, a, fixed) }
    try { [a, late] = [4, 5] } catch (e) { print(e instanceof ReferenceError, a) }
    let late;
    var inner = function () { [a, late] = [late, a] };
    inner();
    print(a, late);
    (function named() { [named, a] = [1, 2]; print(typeof named, a) })();
})();

// Globals.
var ga = 1, gb = 2;
[ga, gb] = [gb, ga];
print(ga, gb);
(function () { "use strict"; try { [not_there, ga] = [1, 5] } catch (e) { print(e instanceof ReferenceError, ga) } })();
(function () { [made_here, ga] = [1, 5]; print(made_here, ga) })();

// Somebody looks.
(function () {
    var iterator = Array.prototype[Symbol.iterator];
    var prototype = Object.getPrototypeOf([][Symbol.iterator]());
    var next = prototype.next, a = 1, b = 2, o = {};
    Array.prototype[Symbol.iterator] = function () { print("iterator", this); return iterator.call(this) };
    [a, b] = [b, a];
    [o.a, o.b] = [b, a];
    print(a, b, o.a, o.b);
    Array.prototype[Symbol.iterator] = function* () { yield "x"; yield "y" };
    [a, b] = [b, a];
    print(a, b);
    Array.prototype[Symbol.iterator] = iterator;
    prototype.next = function () { print("next"); return next.call(this) };
    [a, b] = [b, a];
    print(a, b);
    prototype.next = next;
    [a, b] = [b, a];
    print(a, b);
    Object.getPrototypeOf(prototype).return = function () { print("return", this.next().value); return {} };
    [a, b] = [b, a, "rest"];
    [o.a, o.b] = [b, a, "rest"];
    print(a, b, o.a, o.b);
    delete Object.getPrototypeOf(prototype).return;

    // From within.
    function giveReturn() { prototype.return = function () { print("late", this.next().value, this !== prototype); return {} } }
    o = { set a(v) { giveReturn() }, set fails(v) { giveReturn(); throw "thrown" }, get there() { giveReturn(); return {} } };
    [o.a, b] = [1, 2, "third"];
    delete prototype.return;
    try { [o.fails, b] = [1, 2, 3] } catch (e) { print(e) }
    delete prototype.return;
    try { [o.there.x, o.none.x] = [1, 2, 3] } catch (e) { print(e instanceof TypeError) }
    delete prototype.return;
    prototype.return = 5;
    try { [a, b] = [b, a] } catch (e) { print(e instanceof TypeError) }
    prototype.return = function () { return 1 };
    try { [a, b] = [b, a] } catch (e) { print(e instanceof TypeError) }
    delete prototype.return;
    o = { set a(v) { prototype.return = function () { return 1 } } };
    try { [o.a, b] = [b, a]; print("not reached") } catch (e) { print(e instanceof TypeError) }
    delete prototype.return;
    o = { set a(v) { Array.prototype[Symbol.iterator] = null; prototype.next = null } };
    [o.a, b] = [1, "stored"];
    print(b);
    Array.prototype[Symbol.iterator] = null;
    try { [a, b] = [b, a] } catch (e) { print(e instanceof TypeError) }
    Array.prototype[Symbol.iterator] = iterator;
    prototype.next = next;
    Array.prototype[0] = "inherited";
    [a, b] = [1, 2];
    print(a, b);
    delete Array.prototype[0];
})();

// Suspended.
function* generator() {
    var a = 1, b = 2;
    [a, b] = [yield a, yield b];
    print(a, b);
    var o = {};
    [o.a, o.b] = [yield, 5];
    print(o.a, o.b);
}
var g = generator();
g.next(); g.next(); g.next("first"); g.next("second"); g.next("third");
(async function () { var a, b; [a, b] = [await 1, await 2]; print(a, b) })();

// Many.
(function () {
    var a, b, c, d, e, f, h, i, j;
    [a, b, c, d, e, f, h, i] = [1, 2, 3, 4, 5, 6, 7, 8];
    print(a, b, c, d, e, f, h, i);
    [a, b, c, d, e, f, h, i, j] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    print(a, i, j);
    var sum = 0, fib = [0, 1];
    for (var n = 0; n < 50; n++) [fib[0], fib[1]] = [fib[1], fib[0] + fib[1]];
    print(fib);
})();
// expect: 2 1
// expect: 3 2 1
// expect: 2 3 9
// expect: 3
// expect: 6
// expect: 1 2 undefined
// expect: 2 1 2,1
// expect: 3 4
// expect: 1 2,3
// expect: 7 8
// expect: undefined 2
// expect: 2 undefined
// expect: 2 1
// expect: 3,2,1
// expect: 2,3,1
// expect: 2,3,at 2 2
// expect: 2 1
// expect: {"x":"new"}
// expect: one
// expect: 1,2,a=1,b=2
// expect: key,a=2
// expect: true key,a=2
// expect: Assignment to constant variable. 2 1
// expect: true 4
// expect: undefined 4
// expect: function 2
// expect: 2 1
// expect: true 2
// expect: 1 5
// expect: iterator 2,1
// expect: iterator 1,2
// expect: 2 1 1 2
// expect: x y
// expect: next
// expect: next
// expect: y x
// expect: x y
// expect: return rest
// expect: return rest
// expect: y x x y
// expect: late third true
// expect: late 2 true
// expect: thrown
// expect: late 3 true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: stored
// expect: true
// expect: 1 2
// expect: undefined first
// expect: second 5
// expect: 1 2 3 4 5 6 7 8
// expect: 1 8 9
// expect: 12586269025,20365011074
// expect: 1 2
