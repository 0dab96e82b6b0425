// What the statements of a program use. It depends on nothing that they may change: the built-ins that it needs are
// kept first, what it remembers is in objects without prototypes, and its text is made by concatenation of strings.
var keysOf = Object.getOwnPropertyNames, descriptorOf = Object.getOwnPropertyDescriptor, isExtensible = Object.isExtensible,
  prototypeOf = Object.getPrototypeOf, setPrototypeOf = Object.setPrototypeOf, define = Object.defineProperty, quote = JSON.stringify,
  classOf = Function.prototype.call.bind(Object.prototype.toString), hasOwn = Function.prototype.call.bind(Object.prototype.hasOwnProperty),
  A = Array.prototype, R = RegExp.prototype, S = String.prototype, O = Object;
var known = null;
function know(name, object) { known = { __proto__: null, name: name, object: object, next: known }; return object; }
function nameOf(object) {
  for (var entry = known; entry; entry = entry.next) if (entry.object === object) return entry.name;
}
function isObject(value) { return typeof value === "object" ? value !== null : typeof value === "function"; }
function primitive(value) {
  return typeof value === "string" ? quote(value) : value === 0 && 1 / value < 0 ? "-0" : "" + value;
}
function show(value) { return isObject(value) ? nameOf(value) || described(value) : primitive(value); }
function brief(value) { return isObject(value) ? nameOf(value) || classOf(value) : primitive(value); }
// Not everything: see the list of node's own behaviour at the generator.
function described(object) {
  var keys = keysOf(object), text = classOf(object) + (isExtensible(object) ? "{" : "{fixed "), index, key;
  for (index = 0; index < keys.length; index++) {
    key = keys[index];
    if (key !== "stack" && (typeof object !== "function" || key !== "caller" && key !== "arguments")) text += describedKey(object, key, text);
  }
  return text + "}";
}
function describedKey(object, key) {
  var found = descriptorOf(object, key);
  if (!found || !found.enumerable && isIndexOfArguments(object, key)) return "";
  return quote(key) + (found.writable ? "w" : "") + (found.enumerable ? "e" : "") + (found.configurable ? "c" : "")
    + (hasOwn(found, "value") ? ":" + brief(found.value) : ":get " + brief(found.get) + ":set " + brief(found.set)) + ", ";
}
function isIndexOfArguments(object, key) { return classOf(object) === "[object Arguments]" && "" + (key >>> 0) === "" + key; }
function countOfKeys(object) {
  for (var entry = known; entry; entry = entry.next) if (entry.object === object && entry.native) return;
  if (!isObject(object) || typeof object === "function" || classOf(object) === "[object Arguments]") return;
  // Errors of node have a stack of their own; ours have it from their prototype.
  var isCounted = classOf(object) === "[object Error]" && hasOwn(object, "stack") ? 1 : 0;
  return keysOf(object).length - isCounted;
}
function freeze(object) {
  var isLeft = !isExtensible(object) && (typeof object === "function" || classOf(object) === "[object Array]");
  return isLeft ? object : O.freeze(object);
}
function isFrozen(object) { return typeof object === "function" ? undefined : O.isFrozen(object); }
function redefine(object, key, descriptor) {
  var isLeft = descriptor.writable === false && "" + (key >>> 0) === "" + key && O.isSealed(object);
  return isLeft ? object : define(object, key, descriptor);
}
function dumpAll(keys) {
  for (var entry = known; entry; entry = entry.next) {
    if (!entry.native) print(entry.name + " -> " + brief(prototypeOf(entry.object)) + " " + described(entry.object));
    else for (var index = 0, text = ""; index < keys.length; index++) {
      text += describedKey(entry.object, keys[index]);
      if (index + 1 === keys.length && text) print(entry.name + " " + text);
    }
  }
}
// One operation: its value, or the name of the error that it throws.
function go(number, operation, object, value) {
  var text;
  try { text = show(operation(object, value)); } catch (error) { text = "throws " + (isObject(error) ? brief(prototypeOf(error)) : primitive(error)); }
  print(number + " " + text);
}
function again(number, count, operation, object, value) { while (count-- > 0) go(number, operation, object, value); }
// Is the work of an array method bounded?
function isSmall(object) {
  var length = object.length;
  return length === undefined || typeof length === "number" && length <= 60;
}
// Is the work of a conversion to a primitive value bounded?
function isShort(value) { return !isObject(value) || isSmall(value); }
function inherits(object, prototype) {
  for (; isObject(object); object = prototypeOf(object)) if (object === prototype) return true;
  return false;
}
function isSearchable(value) { return isObject(value) && classOf(value) === "[object RegExp]" && inherits(value, R); }
function enumerated(object) { var text = ""; for (var key in object) text += quote(key) + " "; return text; }
function many(object) {
  for (var index = 0; index < 70; index++) object["k" + index] = index;
  delete object.k3;
  return object;
}
function without(object, key) { delete object[key]; return object; }
function sparse(array, index, value) { array[index] = value; return array; }
function under(prototype, object) { setPrototypeOf(object, prototype); return object; }
function fields(object, keys) { for (var key in keys) if (hasOwn(keys, key)) object[key] = keys[key]; return object; }
function assignParameter(value) { return value; }
function mapped(p, q) {
  assignParameter = function (value) { var before = p; p = value; return before; };
  return arguments;
}
function unmapped(p, q) { "use strict"; return arguments; }
function C(a, b) { this.a = a; this.b = b; }
function D(value) { "use strict"; this.length = value; }
function pair(a, b) { return { a: a, b: b }; }
know("C", C);
know("C.prototype", C.prototype);
var get1 = know("get1", function () { print("get1 of " + show(this)); return 11; }),
  get2 = know("get2", function () { "use strict"; print("get2 of " + show(this)); return 12; }),
  get3 = know("get3", function () { print("get3"); try { define(this, "a", { value: 13, writable: true, configurable: true }); } catch (error) { print("refused"); } return 3; }),
  set1 = know("set1", function (value) { print("set1 of " + show(this) + " to " + show(value)); }),
  set2 = know("set2", function (value) { "use strict"; print("set2 of " + show(this) + " to " + show(value)); }),
  call1 = know("call1", function (value) { return typeof this + " " + arguments.length; });
function knowNative(name, object) { know(name, object); known.native = true; }
knowNative("Object.prototype", O.prototype);
knowNative("Array.prototype", A);
knowNative("String.prototype", S);
knowNative("Number.prototype", Number.prototype);
knowNative("Boolean.prototype", Boolean.prototype);
knowNative("Function.prototype", Function.prototype);
knowNative("RegExp.prototype", R);
knowNative("Date.prototype", Date.prototype);
knowNative("Error.prototype", Error.prototype);
knowNative("TypeError.prototype", TypeError.prototype);
knowNative("RangeError.prototype", RangeError.prototype);
knowNative("ReferenceError.prototype", ReferenceError.prototype);
knowNative("SyntaxError.prototype", SyntaxError.prototype);
