// needs: RegExp
// jade compiles templates to functions and runs them.
var jade = require("jade/jade");
var template = ["doctype html", "html(lang='en')", "  head", "    title= title", "    script.", "      if (a < b) { c(); }", "  body#main.a.b(class=['c', {d: true, e: false}], data-x=items)", "    mixin item(name, n)", "      li(class='i' + n)&attributes(attributes)= name", "        block", "    ul", "      each item, index in items", "        +item(item, index)(id='x')", "          | #{index} !{'<b>'}", "    if items.length > 2", "      p many", "    else", "      p few", "    case items.length", "      when 3: p three", "      default: p other", "    - for (var i = 0; i < 2; i++)", "      a(href='#' + i) link #[em inner #{i}]", "    // comment", "    //- hidden", "    p: strong nested", "    input(type='checkbox', checked)", "    | text <i>raw</i>", "    :cdata", "      x"].join("\n");
try { print(jade.render(template, { title: "A & B", items: ["x", "y", "<z>"], pretty: true })); } catch (error) { print(error.message); }
template = template.replace("    :cdata\n      x", "");
print(jade.render(template, { title: "A & B", items: ["x", "y", "<z>"], pretty: true }));
print(jade.compileClient(template, { compileDebug: false }));
["a(", "  x\n y", "each in x", "mixin", "p= (", "+", "include x"].forEach(function (wrong) {
  try { print(jade.render(wrong)); } catch (error) { print(error.message.split("\n")[0]); }
});
