// needs: RegExp
// esprima and escodegen: parse, print, parse again.
var esprima = require("esprima"), escodegen = require("escodegen/escodegen");
function shape(tree) { return JSON.stringify(tree, function (key, value) { return key === "raw" ? undefined : value; }); }
function roundTrip(name, source) {
  var first = esprima.parse(source), text = escodegen.generate(first), second = esprima.parse(text);
  print(name, text.length, shape(first) === shape(second), text.slice(0, 300));
}
roundTrip("underscore", require("text:underscore/underscore.js"));
roundTrip("immutable", require("text:immutable/dist/immutable.js"));
roundTrip("small", "var a = 1, b = [1,,2]; function f(x) { if (x) { return -x; } else for (var k in b) { a += k; } } f(a)['b'].c = {get x() { return 1 }, 'y z': 2};");
print(escodegen.generate(esprima.parse("a+(b-c)*(d,e)"), { format: { compact: true } }), esprima.tokenize("a = /x/g.test('y') // c").length);
