// markdown-it with its options, and a rule of one's own.
var MarkdownIt = require("markdown-it/dist/browser/markdown-it.umd.min.js");
const md = new MarkdownIt({ html: true, linkify: true, typographer: true, highlight: (code, language) => `<pre>${language}:${code.length}</pre>` });
const open = md.renderer.rules.link_open ?? ((tokens, i, options, env, self) => self.renderToken(tokens, i, options));
md.renderer.rules.link_open = (tokens, i, ...rest) => { tokens[i].attrSet("target", "_blank"); return open(tokens, i, ...rest); };
md.inline.ruler.before("emphasis", "at", (state, silent) => { if (state.src[state.pos] !== "@") return false; const name = /^@(\w+)/.exec(state.src.slice(state.pos)); if (!name) return false; if (!silent) state.push("text", "", 0).content = `[user ${name[1]}]`; state.pos += name[0].length; return true; });
print(md.render("# H *e*\n\n@me \"quotes\" -- (c) www.a.com/b?c=d ~~x~~ <b>x</b>\n\n1. a\n   - b\n\n     c\n2. d\n\n| a | b |\n|:--|--:|\n| `1` | \\| |\n\n```js x\na;\n```\n\n> q\n\n[r]: /url 'T'\n[r] ![i](<a b> \"t\") &amp; &auml; &#x41;\n***"));
print(JSON.stringify(md.parse("a\n\n> b", {}).map(token => [token.type, token.level, token.map])));
