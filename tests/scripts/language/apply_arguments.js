// `f.apply(x, arguments)` passes the arguments on without an object of them, which nobody may notice.
var show = function () { return [].slice.call(arguments).join(",") };
function show_this() { return String(this) + ":" + [].slice.call(arguments).join(",") }

// What was assigned to a parameter is seen in sloppy code, and not in strict code.
function sloppy(a, b) { a = "x"; b += "!"; return show.apply(this, arguments) }
print(sloppy(1, 2, 3));
print(sloppy(1));
print("[" + sloppy() + "]");
function strict(a, b) { "use strict"; a = "x"; b += "!"; return show.apply(this, arguments) }
print(strict(1, 2, 3));
print(strict(1));
function same(a, a) { a = "x"; return show.apply(this, arguments) }
print(same(1, 2, 3));
print(same(1));
function in_this(a) { return show_this.apply(a = "changed", arguments) }
print(in_this("first", 2));
function captured(a) { var set = function (v) { a = v }; set("set"); return show.apply(null, arguments) }
print(captured(1, 2));
function parameters_called(arguments_, f) { f = 1; arguments_ = 2; return show.apply(null, arguments) }
print(parameters_called("a", "b", "c"));
function nested_function(a) { function a() {} return typeof show.apply(null, arguments) + show.apply(null, arguments) }
print(nested_function(1, 2).replace(/\s+/g, " "));

// One object where it is seen, however often.
var seen = [];
function other(a) {
    var o = { apply: function (x, list) { seen.push(list); list[0] += 10; return list.length + ":" + a } };
    var first = o.apply(null, arguments);
    a += 100;
    return first + " " + o.apply(null, arguments) + " " + show.apply(null, arguments);
}
print(other(1, 2), seen[0] === seen[1], seen[0][0]);
function other_strict(a) {
    "use strict";
    var o = { apply: function (x, list) { list[0] = "in the list"; list.length = 1; a = 5 } };
    o.apply(null, arguments);
    return show.apply(null, arguments) + a;
}
print(other_strict(1, 2));
function callee_of(a) { var o = { apply: function (x, list) { return list.callee } }; return o.apply(null, arguments) }
print(callee_of(1) === callee_of);

// apply is replaced, a getter, absent, own.
function with_own() { return f_own.apply("this", arguments) }
function f_own() { return "never" }
f_own.apply = function (x, list) { return "own " + x + " " + list.length + " " + Object.prototype.toString.call(list) };
print(with_own(1, 2));
var log = [];
var with_getter = { get apply() { log.push("get"); return Function.prototype.apply } };
function getter(a) { return with_getter.apply((log.push("this"), a = 2), arguments) }
try { getter(1) } catch (e) { print(e instanceof TypeError, log.join()) }
function absent(o) { return o.apply(log.push("evaluated"), arguments) }
try { absent({}) } catch (e) { print(e instanceof TypeError, log.join()) }
try { absent(null) } catch (e) { print(e instanceof TypeError, log.join()) }
function no_function(a) { return Object.create(Function.prototype).apply(null, arguments) }
try { no_function(1) } catch (e) { print(e instanceof TypeError) }
var apply = Function.prototype.apply;
Function.prototype.apply = function (x, list) { return "replaced " + list.length };
print(sloppy(1, 2, 3));
Function.prototype.apply = apply;
print(sloppy(1, 2, 3));

// What is called: natives, bound functions, proxies, classes, apply itself.
function greatest() { return Math.max.apply(Math, arguments) }
print(greatest(3, 9, 4), greatest());
function bound(a) { a = 7; return show_this.bind("bound", "b").apply("not", arguments) }
print(bound(1, 2));
function proxied(a) { a = 7; return new Proxy(show_this, {}).apply("p", arguments) }
print(proxied(1, 2));
function trapped(a) {
    return new Proxy(show_this, { apply(target, x, list) { return Array.isArray(list) + " " + x + " " + list } }).apply("p", arguments);
}
print(trapped(1, 2));
function class_called() { return (class A {}).apply(null, arguments) }
try { class_called() } catch (e) { print(e.message) }
function apply_applied(f, list) { return f.apply.apply(f, arguments) }
print(apply_applied(show, ["x"]));
function list_of_lists(f, list) { return apply.apply(show, arguments) }
print(list_of_lists(null, [1, 2, 3]));

// Constructors, accessors, methods.
function Klass() { this.initialize.apply(this, arguments) }
Klass.prototype.initialize = function (x, y) { this.x = x; this.y = y; this.count = arguments.length };
var k = new Klass(1, 2, 3);
print(k.x, k.y, k.count, k instanceof Klass, Object.keys(k));
function Returns() { return give.apply(this, arguments) }
function give(o) { this.given = true; return o }
print(new Returns(5).given, new Returns(seen) === seen);
function target() { return function () { return new.target }.apply(this, arguments) }
print(new target() instanceof target);
class Base { constructor() { this.set.apply(this, arguments) } set(a, b) { this.sum = a + b } }
class Derived extends Base { constructor() { super(3, 4); this.set.apply(this, arguments) } }
print(new Base(1, 2).sum, new Derived(5, 6).sum);
var object = { set value(v) { show_arguments.apply(this, arguments) } };
function show_arguments() { print("setter", arguments.length, arguments[0]) }
object.value = 4;

// Functions around and inside.
function arrow(a) { a = 2; return (() => show.apply(null, arguments))() }
print(arrow(1, 5));
function arrow_and_own(a) { var f = (x = show.apply(null, arguments)) => x + show.apply(null, arguments); a = 2; return f() + show.apply(null, arguments) }
print(arrow_and_own(1, 5));
function* generator(a) { yield show.apply(null, arguments); a = 3; yield show.apply(null, arguments) }
print([...generator(1, 2)].join(" "));
async function asynchronous(a) { await 1; a = 4; print("async", show.apply(null, arguments)) }
asynchronous(1, 2);
function defaults(a, b = 5) { a = 1; return show.apply(null, arguments) }
print(defaults("a"), defaults("a", "b"));
function rest(a, ...others) { return show.apply(null, arguments) + others }
print(rest(1, 2, 3));
function pattern({ a }) { return typeof show.apply(null, arguments) + a }
print(pattern({ a: 1 }));
function evaluates(a) { eval("a = 9"); return show.apply(null, arguments) }
print(evaluates(1, 2));
function eval_sees(a) { show.apply(null, arguments); return eval("arguments.length") }
print(eval_sees(1, 2));
function in_with(a) { with ({ x: 1 }) { a = 3; return show.apply(null, arguments) } }
print(in_with(1, 2));
function with_hides(a) { with ({ arguments: [7, 8] }) return show.apply(null, arguments) }
print(with_hides(1, 2));
function own_variable(a) { var arguments; return show.apply(null, arguments) }
print(own_variable(1, 2));
function own_value(a) { var arguments = [4, 5]; return show.apply(null, arguments) }
print(own_value(1, 2));
function in_block(a) { { let arguments = [6]; a = show.apply(null, arguments) } return a + show.apply(null, arguments) }
print(in_block(1, 2));
function parameter(arguments) { return show.apply(null, arguments) }
print(parameter([1, 2]));
function is_function() { function arguments() {} return show.apply(null, arguments) }
print(is_function(1, 2) === "");
function assigned(a) { arguments = [a, a]; return show.apply(null, arguments) }
print(assigned(1, 2));
function shorthand(a) { var o = { arguments }; show.apply(null, arguments); return o.arguments.length }
print(shorthand(1, 2));
function optional(a) { a = 5; return show?.apply(null, arguments) + show.apply?.(null, arguments) }
print(optional(1, 2));
function three(a) { return show.apply(null, arguments, a = 8) }
print(three(1, 2));
function spread(a) { return show.apply(null, ...[arguments]) }
print(spread(1, 2));

// Ways out, and the rest of the frame.
function throws(a) { a = 1; try { return fails.apply(null, arguments) } catch (e) { return "caught " + e + a } finally { a = 0 } }
function fails() { throw show.apply(null, arguments) }
print(throws(5, 6));
function keeps(a, b, c) { var x = 1, y = 2, z = show.apply(null, arguments); return [a, b, c, x, y, z].join("/") }
print(keeps(1));
print(keeps(1, 2, 3, 4, 5));
function down(n) { "use strict"; if (n === 0) return "bottom"; arguments[0]; return again.apply(this, arguments) }
function again(n) { "use strict"; n = n - 1; return down.apply(this, [n]) }
print(down(100));
function tail(n, sum) { if (n === 0) return sum; n -= 1; sum += n; return tail.apply(this, arguments) }
print(tail(1000, 0));
var many = []; for (var i = 0; i < 5000; i++) many.push(i);
function count() { return arguments.length }
function passes() { return count.apply(null, arguments) }
print(passes.apply(null, many), passes.apply(null, many.slice(0, 300)));
function reentrant(n) { n -= 1; return n > 0 ? reentrant.apply(this, arguments) + n : show.apply(null, arguments) }
print(reentrant(5, "x"));
// expect: x,2!,3
// expect: x
// expect: []
// expect: 1,2,3
// expect: 1
// expect: 1,x,3
// expect: 1
// expect: changed:changed,2
// expect: set,2
// expect: 2,1,c
// expect: stringfunction a() {},2
// expect: 2:11 2:121 121,2 true 121
// expect: in the list5
// expect: true
// expect: own this 2 [object Arguments]
// expect: true get,this
// expect: true get,this,evaluated
// expect: true get,this,evaluated
// expect: true
// expect: replaced 3
// expect: x,2!,3
// expect: 9 -Infinity
// expect: bound:b,7,2
// expect: p:7,2
// expect: true p 1,2
// expect: Class constructor A cannot be invoked without 'new'
// expect: x
// expect: 1,2,3
// expect: 1 2 3 true x,y,count
// expect: true true
// expect: true
// expect: 3 11
// expect: setter 1 4
// expect: 2,5
// expect: 2,52,52,5
// expect: 1,2 3,2
// expect: a a,b
// expect: 1,2,32,3
// expect: string1
// expect: 9,2
// expect: 2
// expect: 3,2
// expect: 7,8
// expect: 1,2
// expect: 4,5
// expect: 66,2
// expect: 1,2
// expect: true
// expect: 1,1
// expect: 2
// expect: 5,25,2
// expect: 8,2
// expect: 1,2
// expect: caught 1,61
// expect: 1///1/2/1
// expect: 1/2/3/1/2/1,2,3,4,5
// expect: bottom
// expect: 499500
// expect: 5000 300
// expect: 0,x1234
// expect: async 4,2
