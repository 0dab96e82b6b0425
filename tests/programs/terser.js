// terser makes modern sources small.
var terser = require("terser/dist/bundle.min.js");
var text = "class Point { #x; constructor(x, y) { this.#x = x; this.y = y } get length() { return Math.hypot(this.#x, this.y) } }" +
  "function unused() { return 1 } export function main(list) { const result = []; for (const { a, b = 2 } of list) { if (a === undefined) { continue } else { result.push(a ?? b) } } " +
  "return result.length > 0 ? result.map(value => { return value * 2 }) : [] } console.log(new Point(3, 4).length, 1 + 2 * 3, typeof unused === 'function' && false)";
print(terser.minify_sync(text, { module: true }).code);
print(terser.minify_sync({ "a.js": text }, { module: true, mangle: false, format: { beautify: true, comments: "all" } }).code);
try { terser.minify_sync("a = ;", {}); } catch (error) { print(error.message, error.line, error.col); }
