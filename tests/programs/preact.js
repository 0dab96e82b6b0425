// preact renders to a string.
var { h, Fragment, createContext } = require("preact/dist/preact.js");
var { render } = require("preact-render-to-string/dist/commonjs.js");
var Theme = createContext("light");
class Counter extends require("preact/dist/preact.js").Component {
  state = { n: 1 };
  render({ step = 1 }, { n }) { return h("button", { disabled: true, style: { color: "red", marginTop: 3 } }, n + step, h(Theme.Consumer, null, theme => ` ${theme}`)); }
}
var List = ({ items, ...rest }) => h("ul", rest, items.map((item, i) => h("li", { key: i, class: i ? "c" + i : null }, item)));
print(render(h(Theme.Provider, { value: "dark" }, h(Fragment, null, h(Counter, { step: 4 }), h(List, { items: ["a & b", "<c>", 3, null, false], id: "x" })))));
print(render(h("div", { dangerouslySetInnerHTML: { __html: "<i>raw</i>" } })), render(h("input", { value: '"', checked: true })));
