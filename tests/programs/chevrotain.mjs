// chevrotain: a lexer and a parser that repairs what it reads. It is many packages that import each other by name.
import { createToken, CstParser, Lexer, EOF } from "chevrotain";
const token = (name, pattern, more) => createToken({ name, pattern, ...more });
const [White, Comma, Colon, Open, Close, Left, Right] = [token("White", /\s+/, { group: Lexer.SKIPPED }), token("Comma", ","), token("Colon", ":"), token("Open", "{"), token("Close", "}"), token("Left", "["), token("Right", "]")];
const [Word, Text, Number] = [token("Word", /true|false|null/), token("Text", /"(?:[^\\"]|\\(?:[bfnrtv"\\/]|u[0-9a-fA-F]{4}))*"/), token("Number", /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/)];
const tokens = [White, Comma, Colon, Open, Close, Left, Right, Word, Text, Number];
class Json extends CstParser {
  constructor() {
    super(tokens, { recoveryEnabled: true });
    const $ = this;
    $.RULE("value", () => $.OR([{ ALT: () => $.SUBRULE($.object) }, { ALT: () => $.SUBRULE($.array) }, ...[Word, Text, Number].map(kind => ({ ALT: () => $.CONSUME(kind) }))]));
    $.RULE("object", () => { $.CONSUME(Open); $.MANY_SEP({ SEP: Comma, DEF: () => { $.CONSUME(Text); $.CONSUME(Colon); $.SUBRULE($.value); } }); $.CONSUME(Close); });
    $.RULE("array", () => { $.CONSUME(Left); $.MANY_SEP({ SEP: Comma, DEF: () => $.SUBRULE($.value) }); $.CONSUME(Right); });
    this.performSelfAnalysis();
  }
}
const lexer = new Lexer(tokens), parser = new Json();
class Depth extends parser.getBaseCstVisitorConstructor() {
  constructor() { super(); this.validateVisitor(); }
  value(node) { return node.object ? 1 + this.visit(node.object) : node.array ? 1 + this.visit(node.array) : 0; }
  object(node) { return Math.max(0, ...(node.value ?? []).map(value => this.visit(value))); }
  array(node) { return this.object(node); }
}
for (const text of ['{"a": [1, -2.5e3, {"b": null}], "c": "\\u0041"}', '{"a" 1, "b": [1 2]}', "[[[]]", "{]"]) {
  const { tokens: read, errors } = lexer.tokenize(text);
  parser.input = read;
  const tree = parser.value();
  print(read.length, errors.length, parser.errors.map(error => `${error.name}: ${error.message}`).join(" | "), parser.errors.length ? "" : new Depth().visit(tree));
}
print(lexer.tokenize("[1, ?]").errors[0].message, Object.keys(parser.getGAstProductions()).join(), EOF.name);
