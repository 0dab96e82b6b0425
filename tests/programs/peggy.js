// peggy makes a parser from a grammar.
var peggy = require("peggy/browser/peggy.min.js");
var grammar = "start = _ e:expression _ { return e }\nexpression = head:term tail:(_ ('+' / '-') _ term)* { return tail.reduce((a, [, op, , b]) => op === '+' ? a + b : a - b, head) }\n" +
  "term = head:factor tail:(_ @('*' / '/') _ @factor)* { return tail.reduce((a, [op, b]) => op === '*' ? a * b : a / b, head) }\nfactor = '(' @expression ')' / number\nnumber 'number' = [0-9]+ { return parseInt(text(), 10) }\n_ = [ \\t]*";
var parser = peggy.generate(grammar);
print(parser.parse(" 2 * (3 + 4) - 10 / 5 "));
for (var wrong of ["1 +", "(2", "a", ""]) try { print(parser.parse(wrong)); } catch (error) { print(error.message, error.location.start.column); }
print(peggy.generate(grammar, { output: "source", format: "es" }).length);
try { peggy.generate("a = b"); } catch (error) { print(error.message); }
