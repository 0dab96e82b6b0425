// The order in which references are evaluated and written, where engines are known to differ.
// not for node: V8 converts the key of `object[key]++` twice, and writes a `with` binding that was deleted meanwhile to the global object
var order = [], del = { d: 1 };
with (del) { d = (delete del.d, 2); }
print(del.d, typeof d); // expect: 2 undefined
function f() { order.push("f"); }
try { f() = order.push("right side"); } catch (e) { order.push(e.name); }
print(order); // expect: f,ReferenceError
order = [];
try { for (f() in { a: 1 }) order.push("body"); } catch (e) { order.push(e.name); }
print(order); // expect: f,ReferenceError
order = [];
try { f()++; } catch (e) { order.push(e.name); }
print(order); // expect: f,ReferenceError
order = [];
try { f() += order.push("right side"); } catch (e) { order.push(e.name); }
print(order); // expect: f,ReferenceError
(function () { "use strict"; var r = []; try { eval("f() = 1"); } catch (e) { r.push(e.name); } print(r); })(); // expect: SyntaxError
order = [];
var object = { x: 1 }, key = { toString: function () { order.push("key"); return "x"; } };
object[key]++; object[key] += 5; object[key] = order.push("value");
print(order, object.x); // expect: key,key,value,key 3
