// css-tree: the syntax of CSS, and the grammar of its values, which it reads at the start.
import * as csstree from "css-tree/dist/csstree.esm";
const tree = csstree.parse("@media (min-width: 10px) and (color) { .a > b:not(.c, #d)::before, [x|='y' i] { color: RED !important; margin: calc(1px + 2 * var(--m, 3em)) -.5px; background: url( a.png ) no-repeat } } @import 'x' layer(y); .e { --x: { a: b }; width: 3 }", { positions: true });
const found = [];
csstree.walk(tree, { visit: "Declaration", enter(node) { const match = csstree.lexer.matchDeclaration(node); found.push(`${node.property}@${node.loc.start.column}: ${match.error ? match.error.message.split("\n")[0] : "ok"}`); } });
print(found.join("; "));
csstree.walk(tree, (node, item, list) => { if (node.type === "Declaration" && node.property === "margin") list.remove(item); });
print(csstree.generate(tree), JSON.stringify(csstree.toPlainObject(csstree.parse("a+b", { context: "selector" }))));
print(csstree.findAll(tree, node => node.type === "ClassSelector").map(node => node.name).join(), csstree.lexer.matchProperty("border", "1px solid red").isType({}, "color"), csstree.lexer.match("<length> | auto", "3em").matched !== null);
print(csstree.definitionSyntax.generate(csstree.definitionSyntax.parse("<a> && [ b | c ]# || 'd'{1,3}")), csstree.ident.encode("1a b"), csstree.string.decode("'a\\62 c'"));
