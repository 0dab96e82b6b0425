// marked of today: tables, nested lists, links by reference, and its tokens.
var { marked } = require("marked-today/lib/marked.umd.js");
var text = "# Hi *there* `x`\n\n1. a\n   - b\n     > c\n2. [ ] d\n\n| x | y |\n|:--|--:|\n| 1 | **2** |\n\n```js\nlet a = 1 < 2;\n```\n\n[ref][r] <http://a.b> https://c.d ~~no~~ ![i](u \"t\")\n\n[r]: http://x 'T'\n\nline  \nbreak &amp; <b>html</b>\n\n---\n";
print(marked.parse(text));
print(JSON.stringify(marked.lexer(text).map(token => token.type)));
marked.use({ renderer: { heading({ tokens, depth }) { return `<h${depth} id="x">${this.parser.parseInline(tokens)}</h${depth}>`; } } });
print(marked.parse("## New *renderer*"));
