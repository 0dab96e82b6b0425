// needs: RegExp, Date
// The TypeScript compiler 1.8 checks and compiles a file against its library of ES5 declarations.
var ts = require("typescript/lib/typescript");
var library = require("text:typescript/lib/lib.core.d.ts");
var source = [
  "module Shapes {",
  "  export interface Shape { area(): number; name?: string }",
  "  export class Circle implements Shape {",
  "    static count = 0;",
  "    constructor(private radius: number, public name = 'circle') { Circle.count++; }",
  "    area() { return Math.PI * this.radius ** 2; }",
  "    get diameter(): number { return 2 * this.radius; }",
  "  }",
  "  export class Ring extends Circle {",
  "    constructor(radius: number, private hole: number) { super(radius, `ring of ${radius}`); }",
  "    area() { return super.area() - Math.PI * this.hole * this.hole; }",
  "  }",
  "  export enum Colour { Red, Green = 4, Blue }",
  "}",
  "function largest<T extends Shapes.Shape>(...shapes: T[]): T {",
  "  let [first, ...rest] = shapes;",
  "  return rest.reduce((a, b) => b.area() > a.area() ? b : a, first);",
  "}",
  "for (let shape of [new Shapes.Circle(1), new Shapes.Ring(3, 1)]) { const { name: label } = shape; setLabel(() => label); }",
  "var wrong: string = largest(new Shapes.Circle(2)).area();",
  "let colour: Shapes.Colour = Shapes.Colour[\"Blue\"];",
  "declare function setLabel(make: () => string): void;",
].join("\n");
var files = { "lib.d.ts": library, "shapes.ts": source }, written = {};
var host = {
  getSourceFile: function (name, target) { return name in files ? ts.createSourceFile(name, files[name], target) : undefined; },
  writeFile: function (name, text) { written[name] = text; },
  getDefaultLibFileName: function () { return "lib.d.ts"; },
  useCaseSensitiveFileNames: function () { return true; },
  getCanonicalFileName: function (name) { return name; },
  getCurrentDirectory: function () { return ""; },
  getNewLine: function () { return "\n"; },
  fileExists: function (name) { return name in files; },
  readFile: function (name) { return files[name]; }
};
var program = ts.createProgram(["shapes.ts"], { target: ts.ScriptTarget.ES5, declaration: true, sourceMap: true }, host);
var diagnostics = ts.getPreEmitDiagnostics(program).concat(program.emit().diagnostics);
diagnostics.forEach(function (diagnostic) {
  var place = diagnostic.file ? ts.getLineAndCharacterOfPosition(diagnostic.file, diagnostic.start) : { line: -1, character: -1 };
  print("TS" + diagnostic.code, place.line + 1, place.character + 1, ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
});
Object.keys(written).sort().forEach(function (name) { print("---", name); print(written[name]); });
print(library.length, program.getTypeCount ? program.getTypeCount() : "", program.getNodeCount(), program.getSymbolCount());
