// needs: RegExp
// pegjs generates a parser of arithmetic and of JSON, evaluates it, and reports errors.
var peg = require("pegjs");
var arithmetic = peg.generate([
  "{ var depth = 0; }", "start = sum", "sum = head:product tail:(_ ('+' / '-') _ product)* { return tail.reduce(function (a, t) { return t[1] === '+' ? a + t[3] : a - t[3]; }, head); }",
  "product = head:primary tail:(_ [*/] _ primary)* { return tail.reduce(function (a, t) { return t[1] === '*' ? a * t[3] : a / t[3]; }, head); }",
  "primary \"number or parentheses\" = n:$([0-9]+ ('.' [0-9]*)?) { return parseFloat(n); } / '(' _ s:sum _ ')' { return s; } / '-' p:primary { return -p; }", "_ \"blank\" = [ \\t\\n\\r]*"
].join("\n"));
["1+2*3", "(1+2)*-3/4", " 1", "2*(3+4", "1 +", "7 - 2 - 1"].forEach(function (text) {
  try { print(text, arithmetic.parse(text)); } catch (error) { print(text, error.name, error.message, error.location ? error.location.start.offset : ""); }
});
var source = peg.generate("a = 'x'i* &{ return true; } !. / b:. { return location().start.line + text() + JSON.stringify(b); }", { output: "source", cache: true });
print(source.length, source);
["a = b", "a = 'x", "a = a", "a = ''*", "= x"].forEach(function (wrong) {
  try { peg.generate(wrong); print("fine"); } catch (error) { print(error.name, error.message); }
});
