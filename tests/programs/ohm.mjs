// ohm: grammars that are written in one's own language, left recursion among their rules.
import * as ohm from "ohm-js";
const grammar = ohm.grammar(String.raw`Arithmetic {
  Exp = AddExp
  AddExp = AddExp "+" MulExp -- plus
    | AddExp "-" MulExp -- minus
    | MulExp
  MulExp = MulExp "*" PriExp -- times
    | MulExp "/" PriExp -- divide
    | PriExp
  PriExp = "(" Exp ")" -- paren
    | "-" PriExp -- neg
    | number | ident
  ident (a name) = letter alnum*
  number (a number) = digit* "." digit+ -- fract
    | digit+ -- whole
}`);
const binary = operation => (a, _, b) => operation(a.value(), b.value());
const semantics = grammar.createSemantics().addOperation("value", { AddExp_plus: binary((a, b) => a + b), AddExp_minus: binary((a, b) => a - b), MulExp_times: binary((a, b) => a * b), MulExp_divide: binary((a, b) => a / b), PriExp_paren: (_, e, __) => e.value(), PriExp_neg: (_, e) => -e.value(), ident(a, b) { return this.sourceString.length; }, number(_) { return parseFloat(this.sourceString); } });
semantics.addAttribute("names", { ident(a, b) { return [this.sourceString]; }, _terminal: () => [], _nonterminal: (...children) => children.flatMap(child => child.names), _iter: (...children) => children.flatMap(child => child.names) });
for (const text of ["1 + 2 * (3 - -4) / 7.5", "abc * 10 - x", "2 * (3 + ", "1 + + 2"]) { const match = grammar.match(text); print(match.succeeded() ? `${semantics(match).value()} ${semantics(match).names}` : match.message); }
try { ohm.grammar("G { a = b }"); } catch (error) { print(error.message); }
print(ohm.grammar("H <: Arithmetic { MulExp := MulExp \"%\" PriExp -- mod\n | PriExp }", { Arithmetic: grammar }).match("1 % 2 + 3").succeeded());
