// micromark and the trees that remark is made of: fifty small packages that import each other by name.
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { toHast } from "mdast-util-to-hast";
import { toHtml } from "hast-util-to-html";
const text = "# A *title*\n\nA [link](http://a.b 'c'), `code`, <b>html</b>, https://auto.link and a note[^1].\n\n| a | b |\n| - | :-: |\n| 1 | ~~2~~ |\n\n- [x] done\n- [ ] open\n  1. one\n  2. two\n\n> quoted\nlazy &copy; \\* ![i](j)\n\n```js\nlet a = 1 < 2;\n```\n\n***\n[^1]: The **note**.\n";
print(micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }));
const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), kinds = {};
(function walk(node) { kinds[node.type] = (kinds[node.type] ?? 0) + 1; node.children?.forEach(walk); })(tree);
print(JSON.stringify(kinds), toHtml(toHast(tree)));
print(toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: "+" }), JSON.stringify(fromMarkdown("*x").children[0].position));
