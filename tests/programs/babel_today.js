// Babel compiles today's syntax down to ES5, and JSX.
var Babel = require("@babel/standalone/babel.min");
var text = "class A extends B { #x = 1; static y = a?.b ?? c; get z() { return this.#x ** 2 } async m() { for await (const { p, ...q } of this) await p(q) } *g() { yield* [...this] } }" +
  "label: for (let [i, j = 2] of list) { setTimeout(() => i + j); if (i) continue label } const t = tag`x${1}y`; a ||= b; export { A as default }";
print(Babel.transform(text, { presets: [["env", { targets: "ie 11", modules: "commonjs" }]] }).code);
print(Babel.transform("const f = ({ x, ...rest }) => <div {...rest} key={x}>a {x} <b/></div>", { presets: ["react"] }).code);
print(Babel.transform("enum E { A, B = 'b' } const x: Map<string, E> = new Map<string, E>() as any;", { presets: ["typescript"], filename: "x.ts" }).code);
try { Babel.transform("let a = ;", {}); } catch (error) { print(error.message); }
