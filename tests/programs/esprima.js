// esprima parses sources without regular expressions: immutable, clipper-lib and earcut.
var esprima = require("esprima");
function summary(name, source) {
  var counts = {}, ranges = 0;
  (function walk(node) {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!node || typeof node !== "object") return;
    if (node.type) { counts[node.type] = (counts[node.type] || 0) + 1; ranges += node.range[1] - node.range[0]; }
    for (var key in node) walk(node[key]);
  })(esprima.parse(source, { range: true }));
  print(name, ranges, Object.keys(counts).sort().map(function (type) { return type + ":" + counts[type]; }).join(" "));
}
summary("immutable", require("text:immutable/dist/immutable.js"));
summary("clipper", require("text:clipper-lib/clipper.js"));
summary("earcut", require("text:earcut/src/earcut.js"));
print(JSON.stringify(esprima.parse("a: for (var i = 0; i < 3; i++) { if (i in x) continue a; }").body), JSON.stringify(esprima.tokenize("var x = 'str' + 0x1F;")));
["var = 1", "function (", "a b", "'open", "{ break; }"].forEach(function (source) { try { esprima.parse(source); } catch (error) { print(error.message, error.lineNumber, error.column); } });
