// not for node: it has no tail calls
// options: --tail-calls always
// slow: a hundred thousand calls
// Reflect.apply in tail position prepares a tail call, ECMA-262 28.1.1, like Function.prototype.call and apply.
function told(call) {
  try { return call(); } catch (error) { return error.name; }
}
var ways = [
  function down(left) { "use strict"; return left > 0 ? Reflect.apply(down, null, [left - 1]) : "end"; },
  function down(left) { "use strict"; return left > 0 ? Reflect.apply(...[down, null, [left - 1]]) : "end"; },
  function down(left) { "use strict"; return left > 0 ? Reflect.apply.call(null, down, null, [left - 1]) : "end"; },
  function down(left) { "use strict"; return left > 0 ? Reflect.apply(Reflect.apply, null, [down, null, [left - 1]]) : "end"; },
  function down(left) { "use strict"; return left > 0 ? Reflect.apply(down.call, down, [null, left - 1]) : "end"; },
  function down() { "use strict"; return --arguments[0] > 0 ? Reflect.apply(down, null, arguments) : "end"; },
];
print(ways.map(way => told(() => way(100000))).join()); // expect: end,end,end,end,end,end

// `this`, the arguments, and more or fewer of them than it takes.
function shown() { "use strict"; return [typeof this, arguments.length, ...arguments].join(); }
print(Reflect.apply(shown, 1, [2, 3]), Reflect.apply(shown, undefined, [], 4)); // expect: number,2,2,3 undefined,0
print(Reflect.apply(shown, "a", { length: 2, 1: 5 }), Reflect.apply(shown, null, [, 6])); // expect: string,2,,5 object,2,,6
print(Reflect.apply(Math.max, null, [1, 3, 2]), Reflect.apply(shown.bind(7, 8), 9, [10])); // expect: 3 number,2,8,10
(function (a, b) { a = 11; print(Reflect.apply(shown, 12, arguments)); })(13, 14); // expect: number,2,11,14
var walk = (function* () { print(yield); })();
walk.next();
print(Reflect.apply(walk.next, walk, ["sent"]).done);
// expect: sent
// expect: true

// What is wrong is found in this order: the function, the list, each value of the list.
print([
  () => Reflect.apply(), () => Reflect.apply(1, 2, []), () => Reflect.apply(shown), () => Reflect.apply(shown, 1),
  () => Reflect.apply(shown, 1, null), () => Reflect.apply(shown, 1, "ab"), () => Reflect.apply(class {}, 1, []),
  () => Reflect.apply(1, 2, { get length() { throw new RangeError; } }),
  () => Reflect.apply(shown, 2, { get length() { throw new RangeError; } }),
  () => Reflect.apply(shown, 2, [1, 1, 1]),
].map(told).join()); // expect: TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,RangeError,number,3,1,1,1

// An ordinary call keeps its frame.
function deep() { return 1 + Reflect.apply(deep, null, []); }
print(told(deep)); // expect: RangeError
