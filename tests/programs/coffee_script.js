// needs: RegExp
// coffee-script compiles a program with most of the language, as coffee-script.js puts lexer, parser and nodes together.
var Lexer = require("coffee-script/lib/coffee-script/lexer").Lexer;
var parser = require("coffee-script/lib/coffee-script/parser").parser;
parser.yy = require("coffee-script/lib/coffee-script/nodes");
parser.lexer = {
  lex: function () {
    var token = parser.tokens[this.pos++];
    if (!token) return "";
    this.yytext = token[1];
    this.yylloc = token[2];
    parser.errorToken = token.origin || token;
    this.yylineno = this.yylloc.first_line;
    return token[0];
  },
  setInput: function (tokens) { parser.tokens = tokens; this.pos = 0; },
  upcomingInput: function () { return ""; }
};
parser.yy.parseError = function (message, details) { throw new SyntaxError("unexpected " + details.token); };
function compile(source) {
  var tokens = new Lexer().tokenize(source, {});
  var referenced = tokens.filter(function (token) { return token.variable; }).map(function (token) { return token[1]; });
  var fragments = parser.parse(tokens).compileToFragments({ bare: true, referencedVars: referenced });
  return fragments.map(function (fragment) { return fragment.code; }).join("");
}
print(compile([
  "class Animal", "  constructor: (@name, {@legs = 4, sound...} = {}) ->".replace(", sound...", ""), "  move: (meters) => alert \"#{@name} moved #{meters}m.\"", "  @make: -> new @ 'x'", "",
  "class Snake extends Animal", "  move: -> super 5", "",
  "square = (x) -> x * x", "cubes = (square(n) * n for n in [1..10] by 2 when n isnt 5)", "ages = (\"#{k}: #{v}\" for own k, v of {a: 1, b: 2})",
  "[first, middle..., last] = cubes[1...-1]", "{a, b: {c = 3, d}} = object ? {}", "value = switch day", "  when 'Mon', 'Tue' then go 1", "  else stay()", "",
  "try", "  risky?()?.thing ?= 10", "catch error", "  print error if error instanceof TypeError", "finally", "  done = yes unless no", "",
  "re = ///", "  ^(a|b)  # comment", "  \\d+ #{x} $", "///gi", "text = '''", "  block", "    indented", "  '''", "loop", "  break if i++ > 3 or x in [1, 2] and 'k' not of o", "f = (args...) -> g args..., rest...".replace(", rest...", ""),
  "gen = -> yield from other() ; yield 1", "js = `raw`", "n = 0b101 + 0xff + 1e3; a //= 2; b %%= 3; c **= 4; 1 < x < 10"
].join("\n")));
["x = (", "class extends", "a = 'b", "if then else then", "  a\n b"].forEach(function (wrong) {
  try { print(compile(wrong)); } catch (error) { print(error.name, error.message); }
});
