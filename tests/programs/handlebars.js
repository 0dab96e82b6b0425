// needs: RegExp
// handlebars parses, precompiles and runs templates with helpers, partials and block parameters.
var Handlebars = require("handlebars/dist/handlebars");
Handlebars.registerHelper("list", function (items, options) {
  return "<ul>" + items.map(function (item) { return "<li>" + options.fn(item) + "</li>"; }).join("") + "</ul>";
});
Handlebars.registerHelper("link", function (text, options) {
  return new Handlebars.SafeString("<a href='" + Handlebars.escapeExpression(options.hash.url) + "'>" + text + "</a>");
});
Handlebars.registerPartial("row", "{{@index}}:{{name}}{{#unless @last}}, {{/unless}}");
var template = "{{title}} {{{title}}} {{#each rows}}{{> row}}{{else}}none{{/each}} {{#list rows}}{{name}}/{{../title}}{{/list}} {{link \"x\" url=address}}\n" +
  "{{#with deep as |d|}}{{d.er.value}} {{lookup d.er \"value\"}}{{/with}} {{#if rows.length~}}   many  {{~else}} few {{/if}} {{#each map}}{{@key}}={{this}};{{/each}}\n";
var view = { title: "<T & 'q'>", rows: [{ name: "a" }, { name: "b" }], address: "http://x/?a=1&b=2", deep: { er: { value: 9 } }, map: { k: 1, l: 2 } };
print(Handlebars.compile(template)(view));
print(Handlebars.precompile(template));
print(JSON.stringify(Handlebars.parse(template)).length);
["{{#if}}", "{{foo", "{{> missing}}", "{{/each}}", "{{#each a}}{{/with}}"].forEach(function (wrong) {
  try { print(Handlebars.compile(wrong)({})); } catch (error) { print(error.message); }
});
