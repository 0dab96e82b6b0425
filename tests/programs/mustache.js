// needs: RegExp
// mustache renders sections, partials, lambdas, other delimiters.
var Mustache = require("mustache");
var template = "{{#people}}{{>person}}{{/people}}{{^people}}nobody{{/people}}\n{{! comment }}{{=<% %>=}}<% title %>|<%& title %><%={{ }}=%>\n{{#bold}}{{title}}{{/bold}} {{{raw}}} {{a.b.c}} {{#list}}{{.}},{{/list}}";
var view = {
  title: "Tom & \"Jerry\" <'`=/>", raw: "<i>", a: { b: { c: 7 } }, list: [1, 2, 3],
  people: [{ name: "A", age: function () { return 3 * 7; } }, { name: "B" }],
  bold: function () { return function (text, render) { return "<b>" + render(text) + "</b>"; }; }
};
print(Mustache.render(template, view, { person: "  * {{name}}{{#age}} ({{age}}){{/age}}\n" }));
print(JSON.stringify(Mustache.parse(template)));
["{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{a"].forEach(function (wrong) {
  try { print(Mustache.render(wrong, {})); } catch (error) { print(error.message); }
});
