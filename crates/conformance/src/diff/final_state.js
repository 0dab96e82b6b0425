// Gives what a program has left behind as text: its completion value and its global variables. Runs after the program,
// in the same engine, with whatever the program has made of the built-ins.
(function (everything, completion) {
  var deepest = 3, most = 2000, count = 0;
  function text(value) {
    if (typeof value === "string") return value.length > 200 ? value.length + " units, " + JSON.stringify(value.slice(0, 100)) : JSON.stringify(value);
    if (typeof value === "function") return "function " + value.length;
    return value === 0 && 1 / value < 0 ? "-0" : String(value);
  }
  function describe(value, depth) {
    if (value === null || typeof value !== "object" && typeof value !== "function") return text(value);
    if (value === everything) return "the global object";
    var head = typeof value === "function" ? text(value) : Object.prototype.toString.call(value);
    if (depth >= deepest || count > most) return head;
    var parts = [], names = Object.getOwnPropertyNames(value);
    for (var index = 0; index < names.length && count <= most; index++, count++) {
      if (names[index] !== "stack") parts.push(property(value, names[index], depth + 1));
    }
    return head + (Object.isExtensible(value) ? "{" : "{fixed ") + parts.join(", ") + "}";
  }
  function property(object, name, depth) {
    var found = Object.getOwnPropertyDescriptor(object, name);
    if (!found) return name + " is gone";
    var marks = (found.writable ? "w" : "") + (found.enumerable ? "e" : "") + (found.configurable ? "c" : "");
    return name + "[" + marks + "]: " + (found.get || found.set ? "accessor" : describe(found.value, depth));
  }
  var lines = ["completion: " + describe(completion, 0)], names = Object.getOwnPropertyNames(everything);
  for (var index = 0; index < names.length; index++) {
    // What the engine itself has made is not enumerable.
    if (Object.prototype.propertyIsEnumerable.call(everything, names[index])) lines.push(property(everything, names[index], 0));
  }
  return lines.join("\n");
})(this, completionValue);
