// Parameters above 250 live elsewhere than where the caller puts them, and are shared with `arguments` all the same.
function names(count) { var list = []; for (var i = 0; i < count; i++) list.push("p" + i); return list; }
function values(count) { var list = []; for (var i = 0; i < count; i++) list.push(i); return list; }
var failed = [];
[1, 250, 251, 252, 253, 254, 255, 256, 300].forEach(function (count) {
  for (var i = Math.max(0, count - 8); i < count; i++) {
    var written = Function(names(count).join(), "p" + i + " = -1; return arguments[" + i + "];").apply(null, values(count));
    var read = Function(names(count).join(), "arguments[" + i + "] = -2; return p" + i + ";").apply(null, values(count));
    var kept = Function(names(count).join(), "p" + i + " = -1; return arguments[0] + arguments.length;").apply(null, values(count));
    if (written !== -1 || read !== -2 || (i > 0 && kept !== count)) failed.push(count + ":" + i);
  }
});
print(failed.length); // expect: 0
// Of parameters with equal names only the last one is shared.
var twice = names(260).concat("p254");
print(Function(twice.join(), "p254 = -1; return [arguments[254], arguments[260]].join();").apply(null, values(261))); // expect: 254,-1
