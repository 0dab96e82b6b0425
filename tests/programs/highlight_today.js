// highlight.js of today.
var hljs = require("highlight-today/lib/core.js");
for (var name of ["javascript", "css", "xml", "python", "rust"]) hljs.registerLanguage(name, { javascript: require("highlight-today/lib/languages/javascript.js"), css: require("highlight-today/lib/languages/css.js"), xml: require("highlight-today/lib/languages/xml.js"), python: require("highlight-today/lib/languages/python.js"), rust: require("highlight-today/lib/languages/rust.js") }[name]);
print(hljs.highlight("class A extends B { #x = `t${1n}`; async *m() { return /r[/]/g.test(x) ?? <div a={1}>b</div>; } } // c", { language: "javascript" }).value);
print(hljs.highlight("<style>a > b { color: #fff }</style><p class='x'>&amp;<script>let a = 1;</script>", { language: "xml" }).value);
print(hljs.highlight("def f(x: int = 0b11) -> str:\n    '''doc'''\n    return f'{x!r:>10}' if x else None", { language: "python" }).value);
var found = hljs.highlightAuto("fn main() { let mut x: Vec<u8> = vec![1u8]; println!(\"{}\", x.len()); }");
print(found.language, found.relevance, found.value);
