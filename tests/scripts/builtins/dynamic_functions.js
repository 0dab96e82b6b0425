var GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
var AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;
var AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {}).constructor;
var g = GeneratorFunction("a", "b", "yield a; yield b; return yield* [3];");
print(Array.from(g(1, 2)).join(), g.name, g.length, g instanceof GeneratorFunction);
print(String(g).split("\n").join("|"));
print(new GeneratorFunction("yield 1")().next().value, Object.getPrototypeOf(g.prototype) === GeneratorFunction.prototype.prototype);
var a = new AsyncFunction("x", "return await x + 1");
a(1).then(function (v) { print(v); });
AsyncGeneratorFunction("yield await 5")().next().then(function (r) { print(JSON.stringify(r)); });
[GeneratorFunction, AsyncFunction, AsyncGeneratorFunction].forEach(function (F) {
  print(F.name, F.length, Object.getPrototypeOf(F) === Function, Object.getOwnPropertyDescriptor(F, "prototype").writable);
  ["*/", "}", "yield = 1; await = 1"].forEach(function (body) { try { F(body); print("made"); } catch (e) { print(e.name); } });
});
function NewTarget() {}
NewTarget.prototype = null;
print(Object.getPrototypeOf(Reflect_construct(GeneratorFunction)) === GeneratorFunction.prototype);
function Reflect_construct(F) { return new (F.bind(null))("yield 1"); }
// expect: 1,2,3 anonymous 2 true
// expect: function* anonymous(a,b|) {|yield a; yield b; return yield* [3];|}
// expect: 1 true
// expect: GeneratorFunction 1 true false
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: AsyncFunction 1 true false
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: AsyncGeneratorFunction 1 true false
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: true
// expect: 2
// expect: {"value":5,"done":false}
