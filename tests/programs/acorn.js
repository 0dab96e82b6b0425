// needs: RegExp
// acorn parses jquery and its own source.
var acorn = require("acorn/dist/acorn");
function summary(name, source) {
  var ast = acorn.parse(source, { locations: true }), counts = {}, total = 0;
  (function walk(node) {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!node || typeof node.type !== "string") return;
    counts[node.type] = (counts[node.type] || 0) + 1;
    total += node.end - node.start + node.loc.start.line;
    for (var key in node) if (key !== "loc") walk(node[key]);
  })(ast);
  print(name, ast.body.length, total, Object.keys(counts).sort().map(function (type) { return type + ":" + counts[type]; }).join(" "));
}
summary("jquery", require("text:jquery/dist/jquery.js"));
summary("acorn", require("text:acorn/dist/acorn.js"));
try { acorn.parse("var x = ;"); } catch (error) { print(error.message, error.pos); }
