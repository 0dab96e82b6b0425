// needs: RegExp
// XRegExp builds patterns with named groups, Unicode categories, scopes and recursion on top of RegExp.
var XRegExp = require("xregexp/xregexp-all");
var date = XRegExp("(?<year>  [0-9]{4} ) -?  # year\n (?<month> [0-9]{2} ) -?  # month\n (?<day>   [0-9]{2} )     # day", "x");
var match = XRegExp.exec("on 2012-06-10.", date);
print(match.year, match.month, match.day, match.index, date.source);
print(XRegExp.replace("2012-06-10", date, "${month}/${day}/${year}"), XRegExp.test("Русский", XRegExp("^\\p{L}+$")), XRegExp("\\p{Lu}\\P{L}").source.length);
print(JSON.stringify(XRegExp.matchRecursive("(a (b) c) (d)", "\\(", "\\)", "g")), JSON.stringify(XRegExp.matchChain("<b>1</b>, <B>a 2</B>", [XRegExp("(?is)<b>.*?</b>"), /\d+/])));
print(XRegExp.union(["a+b*c", /(dogs)\1/, /(cats)\1/], "i").source, XRegExp.build("(?x)^ {{h}} ({{m}}) $", { h: /1[0-2]|0?[1-9]/, m: /[0-5][0-9]/ }).source, XRegExp.escape("a.b*c"));
XRegExp.forEach("1a2345", /\d/, function (found, index) { print(index, found[0], found.index); });
print(XRegExp.split("a1b2c", /(\d)/).join("|"), XRegExp("[\\s\\S]", "A").flags, XRegExp.match("abc", /\w/g, "all").join());
["(?<n>a)(?<n>b)", "\\p{Nope}", "(?<0a>x)", "a", "(?#"].forEach(function (pattern) {
  try { print(XRegExp(pattern).source); } catch (error) { print(error.name, error.message.replace(/\/.*\//, "")); }
});
