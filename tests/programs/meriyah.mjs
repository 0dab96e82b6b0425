// meriyah parses, astring writes: itself.
import { parseModule, parseScript } from "meriyah";
import { generate } from "astring";
const source = "import d, { a as b } from 'm'; export default class A extends B { #p = 1; static { this.q = async function* () { yield* await x?.[y] ?? `t${z}`; }; } get [k]() { return super.k ** 2; } } for (const { a, ...r } of b) { label: do { if (/[/]\\/(?<n>.)/u.test(a)) continue label; } while (0); } a ||= (b, c) => ({ d }); export * as ns from 'n';";
print(generate(parseModule(source, { next: true })));
const parser = parseScript(generate.toString() + ";" + parseModule.toString());
print(parser.body.length, generate(parser).length, JSON.stringify(parseScript("let a = 1", { ranges: true, loc: true }).body[0].declarations[0].loc));
for (const bad of ["a b", "let a; let a", "function* f() { yield = 1 }", "'\\u{110000}'", "class { }", "return"]) try { parseScript(bad, { lexical: true, loc: true }); } catch (error) { print(error.message); }
