// eslint with a few dozen of its rules.
globalThis.URL ??= class URL {};
globalThis.structuredClone ??= value => JSON.parse(JSON.stringify(value));
var { Linter } = require("eslint-linter-browserify/linter.min.js");
var linter = new Linter(), rules = {};
for (var name of "no-unused-vars no-undef prefer-const eqeqeq no-var curly no-shadow no-unreachable no-fallthrough complexity no-useless-escape no-dupe-keys no-cond-assign no-empty getter-return no-const-assign no-self-assign no-unsafe-finally require-yield use-isnan valid-typeof arrow-body-style object-shorthand prefer-template no-else-return no-lonely-if dot-notation no-loop-func".split(" ")) rules[name] = "error";
rules.complexity = ["error", 2];
var code = "var a = 1; let b = 2, unused;\nfunction f(x) { if (x == a) return 1; else { if (b) { b = /\\d\\a/; } } for (;;) { } return 2; }\nconst o = { a: 1, a: 2, get g() { }, m: function () { } };\nswitch (b) { case 1: f(); case NaN: b = b; }\nfunction* y() { } try { throw 1 } finally { return; }\nundefinedThing(o['p'], 'a' + b + 'c', typeof o === 'strin'); for (let i = 0; i < 2; i++) { o.h = () => a + i; }";
var messages = linter.verify(code, [{ languageOptions: { ecmaVersion: 2024, sourceType: "commonjs", parserOptions: { ecmaFeatures: { globalReturn: true } } }, rules }], "a.js");
for (var m of messages) print(`${m.line}:${m.column} ${m.ruleId} ${m.message}`);
var fixed = linter.verifyAndFix(code, [{ languageOptions: { sourceType: "commonjs" }, rules }], "a.js");
print(fixed.fixed, fixed.output);
print(linter.verify("let a = ;", [{}], "b.js")[0].message);
