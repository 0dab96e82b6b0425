// postcss with plugins of one's own.
globalThis.process ??= { env: {} };
var postcss = require("postcss/lib/postcss.js");
var nest = { postcssPlugin: "nest", Once(root) { root.walkRules(rule => { if (rule.parent.type === "rule") { rule.selectors = rule.parent.selectors.flatMap(outer => rule.selectors.map(inner => inner.replace("&", outer))); rule.parent.after(rule); } }); } };
var units = { postcssPlugin: "units", Declaration: { width(decl, { result }) { decl.value = decl.value.replace(/(\d+)px/g, (_, n) => n / 16 + "rem"); decl.warn(result, "was pixels"); } }, AtRule: { media: rule => { rule.params += " and (color)"; } } };
(async () => {
  var result = await postcss([nest, units]).process("a { width: 32px; &:hover, & > b { color: RED } }\n@media (min-width: 3px) { @supports (a: b) { .c::before { content: '\\201C'; width: calc(10px + 2%) !important } } }\n/* end */", { from: "a.css", map: false });
  print(result.css, result.warnings().map(String).join("; "), result.root.nodes.length);
  var root = postcss.parse("a{b:c;d:e}@f g;"), rule = root.first;
  rule.append({ prop: "x", value: "y" });
  rule.cloneBefore({ selector: "z" });
  print(root.toString(), JSON.stringify(root.toJSON().nodes[1].source.start), postcss.list.comma("a, b(c, d), e").join("|"));
  try { postcss.parse("a {\n b c\n}", { from: "bad.css" }); } catch (error) { print(error.name, error.reason, error.line, error.column); }
})();
