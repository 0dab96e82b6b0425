var calls = 40, turns = 40, kept = [], everything = this;
function say(value) { print(show(value, 0)); return value; }
function show(value, depth) {
  if (typeof value === "string") return value.length > 60 ? value.length + " units" : JSON.stringify(value);
  if (typeof value === "function") return "function " + value.name + "/" + value.length;
  if (value === null || typeof value !== "object") return value === 0 && 1 / value < 0 ? "-0" : String(value);
  if (value === everything) return "global object";
  if (depth > 2) return "...";
  var names = Object.getOwnPropertyNames(value), parts = [];
  for (var index = 0; index < names.length && index < 12; index++) {
    var name = names[index], property = Object.getOwnPropertyDescriptor(value, name);
    if (name !== "stack" && name !== "callee")
      parts.push(name + (property.enumerable ? ":" : "!") + ("value" in property ? show(property.value, depth + 1) : "accessor"));
  }
  var prototype = Object.getPrototypeOf(value);
  if (prototype !== null && !Object.prototype.hasOwnProperty.call(prototype, "constructor")) parts.push("from " + show(prototype, depth + 1));
  return Object.prototype.toString.call(value).slice(8, -1) + "{" + parts.join() + "}";
}
function keep(closure) { if (kept.length < 24) kept.push(closure); return closure; }
function recall() {
  while (kept.length > 0) {
    var closure = kept.shift();
    try { say(closure(3, "four")); } catch (error) { say(error); }
  }
}
function many(count) { var list = []; while (list.length < count) list.push(list.length); return list; }
function loud(value) {
  return {
    valueOf: function () { print("valueOf"); return value; },
    toString: function () { print("toString"); return "s" + value; }
  };
}
function tagged(strings, ...values) { return strings.raw.join("|") + Object.isFrozen(strings) + show(values, 0); }
function steps(count, fault) {
  var at = 0, iterator = {
    next: function (value) {
      print("next " + at + " " + show(value, 0));
      if (fault === "next" + at) throw "next fails";
      if (calls-- <= 0 || at >= count) return { done: true, value: "end" };
      var result = { done: false, value: fault === "null" && ++at ? null : at++ };
      if (fault === "value" + at) Object.defineProperty(result, "value", { get: function () { throw "value fails"; } });
      if (fault === "done" + at) Object.defineProperty(result, "done", { get: function () { throw "done fails"; } });
      return result;
    },
    [Symbol.iterator]: function () { if (fault === "open") throw "open fails"; print("open"); return this; }
  };
  if (fault !== "bare") iterator.return = function (value) {
    print("return " + show(value, 0));
    if (fault === "return") throw "return fails";
    return fault === "odd" ? 7 : { done: true, value: value };
  };
  if (fault === "throw") iterator.throw = function (value) { print("throw"); return { done: at++ > 2, value: value }; };
  return iterator;
}
function resource(serial, fault) {
  function dispose() {
    print("dispose " + serial + " " + show(this, 2) + arguments.length);
    if (fault === "throw") throw "disposal " + serial;
    return fault === "later" ? Promise.reject(serial) : fault === "late" ? Promise.resolve(serial) : serial;
  }
  var made = { id: serial };
  if (fault === "get") Object.defineProperty(made, Symbol.dispose, { get: function () { print("get dispose"); return serial % 2 ? dispose : 1; } });
  else if (fault !== "none") made[Symbol.dispose] = dispose;
  if (fault === "late" || fault === "later") made[Symbol.asyncDispose] = dispose;
  return made;
}
function members(object) {
  for (var holder of [object, Object.getPrototypeOf(Object(object))]) for (var name of Object.getOwnPropertyNames(Object(holder))) {
    if (name === "constructor" || calls-- <= 0) continue;
    try { var member = object[name]; if (typeof member === "function") say(object[name](1, object)); } catch (error) { say(error); }
  }
}
class Seen {
  get a() { print("a of " + show(this, 2)); return 1; }
  set b(value) { print("b of " + show(this, 2) + " " + typeof value); }
  f(value) { return [this instanceof Seen, typeof value, arguments.length]; }
}
function ticks(count) { if (count > 0) Promise.resolve(count).then(function () { print("tick " + count); ticks(count - 1); }); }
function thenable(value) { return { then: function (yes, no) { print("then"); yes(value); no(1); } }; }
function drive(make, ways) {
  var generator = make(1, 2);
  for (var way of ways) {
    if (calls-- <= 0) return;
    try { var result = generator[way](way); say([result.done, result.value]); } catch (error) { say(error); }
  }
}
function driveLater(make, serial) {
  (async function () {
    for await (var value of make(1, 2)) { if (calls-- <= 0) break; print("later " + serial); say(value); }
  })().then(function () { print("over " + serial); }, function (error) { print("failed " + serial); say(error); });
}
var a = 1, b = "two", c = [1, , 3], d = { a: 1, b: { c: 2 }, get g() { print("get g"); return 7; }, set o(value) { print("set o " + typeof value); } };
function f(a, b) { if (calls-- <= 0) return a; return arguments.length + (typeof this); }
var o = { a: 5, length: 2, valueOf: function () { return 6; }, f: function (a) { return this === o ? "o" : typeof this; } };
function g(c) { if (calls-- <= 0) return; return function (d) { if (calls-- <= 0) return; return c = c + d; }; }
