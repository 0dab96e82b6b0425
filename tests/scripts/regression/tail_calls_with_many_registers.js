// not for node: it has no tail calls
// options: --tail-calls always
// slow: a hundred thousand calls
// A function that needs more registers than 8 bits can name made an ordinary call where a tail call was due.
function sum(count) {
  var names = [];
  for (var index = 0; index < count; index++) names.push("v" + index);
  return names;
}
var names = sum(300);
var variables = "var " + names.join(" = 1, ") + " = 1;";
var deep = Function("left", "done", "'use strict';" + variables + "return left > 0 ? callee(left - 1, done + v0) : done + v299;");
var callee = deep;
try { print(deep(100000, 0)); } catch (error) { print(error.name); } // expect: 100001

// So many parameters that the arguments lie where no operand of 8 bits reaches.
var last = Function(names.join(), "'use strict';" + "if (v299 <= 0) return v298; return callee.apply(this, next(arguments));");
function next(list) {
  list = Array.prototype.slice.call(list);
  list[299]--;
  list[298] += 2;
  return list;
}
var list = names.map(function () { return 0; });
list[299] = 50;
callee = last;
print(last.apply(null, list)); // expect: 100

// Closures see the variables of the frame that has gone; a handler keeps its frame.
var kept = [];
var closing = Function("left", variables + "kept.push(function () { return left + v299++; }); return left ? closing(left - 1) : 'end';");
print(closing(3)); // expect: end
print(kept.map(function (closure) { return closure() + closure(); }).join()); // expect: 9,7,5,3
var guarded = Function("left", variables + "try { return left ? guarded(left - 1) : missing; } catch (error) { return left + error.name; }");
print(guarded(3)); // expect: 0ReferenceError
