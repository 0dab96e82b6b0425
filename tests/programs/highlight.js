// needs: RegExp
// highlight.js marks up sources of several languages and guesses languages.
var hljs = require("highlight.js/lib/highlight");
var languages = {
  javascript: require("highlight.js/lib/languages/javascript"), python: require("highlight.js/lib/languages/python"), rust: require("highlight.js/lib/languages/rust"),
  xml: require("highlight.js/lib/languages/xml"), css: require("highlight.js/lib/languages/css"), cpp: require("highlight.js/lib/languages/cpp"), sql: require("highlight.js/lib/languages/sql"), bash: require("highlight.js/lib/languages/bash")
};
Object.keys(languages).forEach(function (name) { hljs.registerLanguage(name, languages[name]); });
var sources = {
  javascript: "function f(a, b = 1) { /* c */ return `x${a + 1}y` /re[/]g/.test(b) ? 0x1f : 'str\\n'; } // end\nclass A extends B { get x() {} }",
  python: "@decorator\ndef f(x, *args: int) -> str:\n    \"\"\"doc\"\"\"\n    return f'{x!r}' if x else None  # no\n",
  rust: "fn main<'a>(x: &'a str) -> Result<(), Box<dyn Error>> { let r = r#\"raw\"#; println!(\"{}\", 1_000u64); }",
  xml: "<!DOCTYPE html><a href=\"x\">t &amp; <script>var a = 1;</script><style>b { color: red }</style></a>",
  css: "@media print { .a:hover > #b[c='d'] { color: #fff; margin: -1.5em !important } }",
  cpp: "#include <x>\ntemplate<class T> int f(const T& t) { return t->x + 0b11 + 'c' + \"s\"; }",
  sql: "SELECT a, count(*) FROM t WHERE b = 'x' -- c\nGROUP BY a;",
  bash: "for f in *.js; do echo \"$f ${f%.js}\" | grep -v 'x'; done # c"
};
Object.keys(sources).forEach(function (name) {
  print(hljs.highlight(name, sources[name]).value);
  var guess = hljs.highlightAuto(sources[name]);
  print(guess.language, guess.relevance);
});
print(hljs.highlight("javascript", require("text:underscore/underscore.js")).value.length);
