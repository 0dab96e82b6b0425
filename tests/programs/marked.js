// needs: RegExp
// marked renders a text with everything that Markdown has, and its own readme.
var marked = require("marked");
print(marked([
  "# Title *with* `code`", "", "A paragraph with **bold**, _emphasis_, ~~struck~~, [a link](http://example.com \"title\"), ![img](a.png),",
  "a line  ", "break, <b>html</b>, &amp; and \"quotes\" -- dashes... <http://auto.link> and http://bare.link/x?y=1.", "",
  "> quoted", "> > twice", "", "* one", "* two", "    1. nested", "    2. again", "", "      code in list", "* [x] done", "",
  "```js", "var a = 1 < 2;", "```", "", "| a | b |", "|:--|--:|", "| 1 | `2` |", "", "---", "", "Setext", "===", "", "[ref]: http://ref.example 'Ref'", "[ref] and [text][ref]", "", "<div>\nblock *html*\n</div>"
].join("\n"), { smartypants: true }));
var readme = require("text:marked/README.md");
print(marked(readme));
print(JSON.stringify(marked.lexer(readme)).length);
