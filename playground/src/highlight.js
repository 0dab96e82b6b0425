// Colours of the program: tokens by their first characters, which is right but for rare regular expressions. Those are bounded, as
// else a text of slashes would take for ever.

const KEYWORDS = new Set(
  ("async await break case catch class const continue debugger default delete do else export extends finally for function if import in " +
    "instanceof let new of return static super switch this throw try typeof using var void while with yield").split(" "),
);
const TYPE_WORDS = new Set("abstract as declare enum implements interface keyof namespace private protected public readonly satisfies type".split(" "));
const CONSTANTS = new Set(["true", "false", "null", "undefined", "NaN", "Infinity"]);

const TOKEN =
  /(\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|("(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?)|((?:0[xob][\da-f_]+|\d[\d_]*\.?[\d_]*(?:e[+-]?\d+)?|\.\d+)n?)|([\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*)|(\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,400}\/[a-z]*)/giu;

/** What a regular expression cannot stand behind. */
const OPERAND_END = /[\w$)\]}"'`]\s*$/;

/** Gives the tokens of a text in order, each with its class; the rest of the text has none. */
export function* tokens(text, isTypeScript) {
  TOKEN.lastIndex = 0;
  for (let match; (match = TOKEN.exec(text)); ) {
    const [all, comment, string, number, word, pattern] = match;
    if (pattern && OPERAND_END.test(text.slice(Math.max(0, match.index - 20), match.index)) && !afterKeyword(text, match.index)) {
      TOKEN.lastIndex = match.index + 1;
      continue;
    }
    const kind = comment ? "comment" : string || pattern ? "string" : number ? "number" : word && wordKind(word, isTypeScript);
    if (kind) yield [match.index, match.index + all.length, kind];
  }
}

function afterKeyword(text, at) {
  const word = /([a-z]+)\s*$/.exec(text.slice(Math.max(0, at - 20), at));
  return word !== null && KEYWORDS.has(word[1]);
}

function wordKind(word, isTypeScript) {
  if (KEYWORDS.has(word) || (isTypeScript && TYPE_WORDS.has(word))) return "keyword";
  return CONSTANTS.has(word) ? "number" : undefined;
}
