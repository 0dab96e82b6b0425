// prettier formats scripts, styles and JSON.
var prettier = require("prettier/standalone.js"), plugins = [require("prettier/plugins/babel.js"), require("prettier/plugins/estree.js"), require("prettier/plugins/postcss.js")];
(async () => {
  print(await prettier.format("const a = {b:1,c:[1,2,3],...d}; async function* f(x,{y=1}={}){for await(const z of x){yield z??`t${y}`}} class A{#p=1;static{this.q=()=>{}} get r(){return this.#p?.s}}", { parser: "babel", plugins }));
  print(await prettier.format("if(a)b();else if(veryLongConditionNumberOne&&veryLongConditionNumberTwo||veryLongConditionNumberThree)c(d=>e,function(){return 1})", { parser: "babel", plugins, semi: false, singleQuote: true }));
  print(await prettier.format("a{color:RED;b:c} @media (max-width:3px){.d>e{f:1}}", { parser: "css", plugins }));
  print(await prettier.format('{"a":[1,2,{"b":null}],"c":"d"}', { parser: "json", plugins }));
  try { await prettier.format("a = ;", { parser: "babel", plugins }); } catch (error) { print(error.message); }
})();
