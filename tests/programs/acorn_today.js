// acorn parses a module of today's syntax, with its positions.
var acorn = require("acorn-today/dist/acorn");
var text = "import a, {b as c} from 'x' with { type: 'json' }; export default class A extends (B?.c ?? D) { #x = 1n; static { this.#y ||= 2 } static #y; " +
  "get [`k${1}`]() { return #x in this } async *m({ p = 1, ...q }, ...r) { for await (const v of r) yield* v; return await import.meta.url } }";
var ast = acorn.parse(text, { ecmaVersion: 2025, sourceType: "module", locations: true });
print(JSON.stringify(ast, function (key, value) { return typeof value === "bigint" ? value + "n" : value; }));
print([...acorn.tokenizer("a => /[/]\\/(?<n>x)/gu.exec(`b${a ** 2}`)", { ecmaVersion: "latest" })].map(token => token.type.label).join(" "));
for (var wrong of ["let a; let a", "class A { constructor() {} constructor() {} }", "({ a: 1 = 2 })", "await 1", "`${", "1_"]) {
  try { acorn.parse(wrong, { ecmaVersion: "latest" }); print("accepted"); } catch (error) { print(error.message); }
}
