// TypeScript of today compiles a file, and says what is wrong in another.
var ts = require("typescript-today/lib/typescript");
var text = "enum Color { Red, Green = 'g' } abstract class Shape<const T extends readonly unknown[]> { private declare z: T; constructor(public readonly q: number) {} " +
  "abstract area(): number; async *walk(): AsyncGenerator<number> { yield this.q } } type U = { [K in keyof Color as `x${K & string}`]?: Color[K] }; " +
  "const k = { a: Color.Red } satisfies Record<string, Color>; export default function f<T>(x: T, ...rest: T[]): asserts x is NonNullable<T> { const { a, ...b } = k; }";
print(ts.version);
print(ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES5, module: ts.ModuleKind.CommonJS, downlevelIteration: true } }).outputText);
print(ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }).outputText);
var file = ts.createSourceFile("a.ts", "let x: number = 'a', y: = 2; class { ", ts.ScriptTarget.Latest, true);
for (var problem of file.parseDiagnostics) print(problem.start, ts.flattenDiagnosticMessageText(problem.messageText, "; "));
var sources = { "a.ts": "interface Array<T> {} interface Boolean {} interface Function {} interface IArguments {} interface Number {} interface Object {} interface RegExp {} interface String { length: number }\n" +
  "function f(a: string, b?: number) { return a.length + b } let n: number = f('a', 'b'); n.foo; const s: { a: 1 } = { a: 2 };" };
var host = { getSourceFile: (name, version) => name in sources ? ts.createSourceFile(name, sources[name], version) : undefined, writeFile() {}, getDefaultLibFileName: () => "lib.d.ts",
  useCaseSensitiveFileNames: () => true, getCanonicalFileName: name => name, getCurrentDirectory: () => "", getNewLine: () => "\n", fileExists: name => name in sources, readFile: name => sources[name] };
var program = ts.createProgram(["a.ts"], { noLib: true, strict: true }, host);
for (var found of program.getSemanticDiagnostics()) print(found.code, ts.flattenDiagnosticMessageText(found.messageText, "; "));
