// not for node: it names columns, methods and files in its own way
// The tables from instructions to lines and columns: stack traces name function, file, line and column.
function inner() {
  throw new Error("here");
}
function outer(a) {
  return [
    a,
    inner(), a
  ];
}
var object = {
  method: function () { return outer(1) + 1; }
};
function places(f) {
  try { f(); } catch (e) {
    return e.stack.split("\n").slice(1).map(function (line) {
      var parts = line.split(":"), name = line.indexOf("(") < 0 ? "" : line.slice(line.indexOf("at ") + 3, line.indexOf(" ("));
      return name + "@" + parts[parts.length - 2] + ":" + parseInt(parts[parts.length - 1], 10);
    }).slice(0, -2).join(" ");
  }
}
print(places(function () { object.method(); }));
// expect: inner@4:9 outer@9:5 method@13:32 @23:35
print(places(function () { null.x; }), places(function () { undefined
  (); }), places(function () { new
  inner; }), places(function () { var a = 1; a.b
  .c; }));
// expect: @25:33 @25:61 inner@4:9 @26:32 @28:4
function f(x) { return x.a + x.b.c; }
print(places(function () { f({}); }), places(function () { f(); }));
// expect: f@30:34 @31:28 f@30:26 @31:60
print(places(function () { [3, 1].sort(function compare() { throw new Error("native between"); }); }).split(" ")[0]);
// expect: compare@33:67
