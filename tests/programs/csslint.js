// needs: RegExp
// csslint parses style sheets and reports what is wrong with them.
var CSSLint = require("csslint").CSSLint;
var sheet = "@import url('x.css'); @media screen and (max-width: 100px) { .a#b > p:first-child::before { color: #ff00; width: 10px; padding: 0px !important } }\nh1 { font: bold 12px/1.5 'A', serif; float: left; display: inline-block } .x { } * { filter: alpha(opacity=50) } .adj.cls { background: url(data:x) } a[href^='http'] { -webkit-transition: all 1s; mystery: 1 } p { color: red; color: red }\n@font-face { src: url(f.eot) } .unclosed { top: 1";
var result = CSSLint.verify(sheet);
result.messages.forEach(function (message) { print(message.type, message.line, message.col, message.rule.id, message.message); });
print(JSON.stringify(result.stats), CSSLint.getRules().length);
print(CSSLint.format(result, "style.css", "compact"));
