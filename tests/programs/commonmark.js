// needs: RegExp
// commonmark parses its own changelog, and texts that are hard to parse.
var commonmark = require("commonmark/dist/commonmark");
var reader = new commonmark.Parser({ smart: true }), writer = new commonmark.HtmlRenderer({ sourcepos: true }), xml = new commonmark.XmlRenderer();
["*foo**bar**baz* __a_b__ ***x** y*", "[a]: <b> 'c'\n\n[a][] ![x](y \"z\") [l](<m n>) <a@b.c> &copy; &#x41; \\* `` ` ``", "1. a\n\n   b\n2. c\n   - d\n\n     e\n\n> q\nlazy\n\n    code\n~~~ info\nfence\n~~~", "<!-- c -->\n<div>\n*x*\n\n*y*</div>", "Head\n---\n***\n\\\nhard  \nsoft"].forEach(function (text) {
  var tree = reader.parse(text);
  print(writer.render(tree));
  print(xml.render(tree));
});
var readme = require("text:marked/README.md");
print(writer.render(reader.parse(readme)));
