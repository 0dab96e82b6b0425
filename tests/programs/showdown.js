// needs: RegExp
// showdown renders Markdown with nearly all of its options on.
var showdown = require("showdown/dist/showdown");
var converter = new showdown.Converter({ tables: true, strikethrough: true, tasklists: true, ghMentions: true, smoothLivePreview: true, simplifiedAutoLink: true, parseImgDimensions: true, underline: true, emoji: true });
print(converter.makeHtml("# Head\n\ntext *em* **strong** ~~del~~ __under__ @user :smile: www.example.com\n\n- [x] a\n- [ ] b\n    - c\n\n1. x\n2. y\n\n| h1 | h2 |\n|:--:|---|\n| a | *b* |\n\n> quote\n\n```js\nvar x = '<';\n```\n\n![i](u.png =10x20 't') [l][r]\n\n[r]: http://r.example \"T\"\n\n<div markdown=\"1\">*in*</div>\n\n***\nend\\*  \nline"));
var readme = require("text:marked/README.md");
print(converter.makeHtml(readme));
