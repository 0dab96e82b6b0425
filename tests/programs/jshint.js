// needs: RegExp
// jshint looks at underscore and at a program with many faults.
var JSHINT = require("jshint/dist/jshint").JSHINT;
function report(name, source, options) {
  var clean = JSHINT(source, options, { define: false });
  print(name, clean, JSHINT.errors.length);
  JSHINT.errors.slice(0, 40).forEach(function (error) {
    if (error) print(error.line + ":" + error.character, error.code, error.reason);
  });
  var data = JSHINT.data();
  print(data.functions.length, (data.globals || []).join(), (data.unused || []).map(function (unused) { return unused.name; }).join());
}
report("faults", [
  "function f(a, a) { if (a = 1) return b\n return [1,,2,] }",
  "var x = 010, y = new Object(), z = 'a\\\n b'; x == null; eval('1'); with (x) { y }",
  "switch (x) { case 1: y(); case 2: z() } for (var k in y) { z(k) } /a[[b/.test(x); delete x;",
  "'use strict'; while (true) { (function () { return x })() } label: x++; undefined = 1; isNaN = NaN == x;"
].join("\n"), { undef: true, unused: true, eqeqeq: true, latedef: true, forin: true, curly: true });
report("underscore", require("text:underscore/underscore.js"), { undef: true, unused: true, eqnull: true });
