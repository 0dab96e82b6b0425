// liquidjs renders templates: generators drive it.
var { Liquid } = require("liquidjs/dist/liquid.browser.umd.js");
var engine = new Liquid({ templates: { card: "[{{ title | upcase }}{% if n %}:{{ n }}{% endif %}]" } });
engine.registerFilter("twice", (value, more = "") => value + value + more);
engine.registerTag("shout", { parse(token) { this.value = token.args; }, *render(context) { return (yield this.liquid._evalValue(this.value, context)).toUpperCase() + "!"; } });
var template = "{% for p in products limit: 3 %}{{ forloop.index }}/{{ forloop.length }} {{ p.name | capitalize | append: ' ' | twice: '?' }} {% render 'card', title: p.name, n: forloop.index0 %}{% else %}none{% endfor %}\n{% assign total = products | map: 'price' | sum %}{{ total | round: 1 }} {{ products | where: 'price', 2 | size }} {{ '<b>' | escape }} {% shout products[0].name %}\n{%- capture c %} x {% endcapture %}{{ c | strip | prepend: '-' }}{% case total %}{% when 1 %}one{% else %}many{% endcase %}{% tablerow i in (1..4) cols: 2 %}{{ i }}{% endtablerow %}{{ 'a,b,c' | split: ',' | reverse | join: '+' }} {{ 'now' | size | plus: 2 | times: 1.5 }}";
var data = { products: [{ name: "one", price: 1 }, { name: "two", price: 2 }, { name: "three", price: 3.55 }, { name: "four", price: 2 }] };
print(engine.parseAndRenderSync(template, data));
engine.parseAndRender(template, { products: Promise.resolve([]) }).then(text => print(text), error => print(error.message));
try { engine.parse("{% if a %}"); } catch (error) { print(error.name, error.message); }
