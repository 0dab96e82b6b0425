// What String got after ES5.1, and Annex B.
function name(f) { try { return f(); } catch (e) { return e.name; } }
print("abc".startsWith("a"), "abc".startsWith("b", 1), "abc".startsWith("", 9), "abc".startsWith("abcd"), "abc".endsWith("c"), "abc".endsWith("b", 2), "abc".endsWith("", 0), "abc".endsWith("abc", Infinity), "abc".endsWith("c", -1), "abc".includes("bc"), "abc".includes("a", 1), "undefined".includes());
// expect: true true true false true true true true false true false true
print("[" + "ab".repeat(3) + "]", "ab".repeat(0) === "", "".repeat(1e9) === "", "ab".repeat(1.9), name(function () { "a".repeat(-1); }), name(function () { "a".repeat(Infinity); }), name(function () { "a".repeat(1e10); }), "ab".repeat("2"));
// expect: [ababab] true true ab RangeError RangeError RangeError abab
print("5".padStart(3, "0"), "5".padEnd(3, "ab") + "|", "5".padStart(3) + "|", "abc".padStart(2, "x"), "abc".padEnd(8, "12"), "x".padStart(5, ""), "x".padEnd(3, undefined) + "|", name(function () { "x".padStart(1e10, "ab"); }), "x".padStart(1e10, ""), "é".padEnd(3, "\u4e2d").length);
// expect: 005 5ab|   5| abc abc12121 x x  | RangeError x 3
print("[" + " \u00a0a ".trimStart() + "]", "[" + " a \ufeff".trimEnd() + "]", String.prototype.trimLeft === String.prototype.trimStart, String.prototype.trimRight === String.prototype.trimEnd, String.prototype.trimLeft.name);
// expect: [a ] [ a] true true trimStart
print("abc".at(0), "abc".at(-1), "abc".at(3), "abc".at(-4), "abc".at("1.9"), "x😀".codePointAt(1), "x😀".codePointAt(2), "x😀".codePointAt(3), "\ud800a".codePointAt(0), "a".codePointAt(-1));
// expect: a c undefined undefined b 128512 56832 undefined 55296 undefined
print(String.fromCodePoint(128512, 97), String.fromCodePoint().length, String.fromCodePoint("65"), name(function () { String.fromCodePoint(-1); }), name(function () { String.fromCodePoint(1.5); }), name(function () { String.fromCodePoint(1114112); }), String.fromCodePoint(55296).length);
// expect: 😀a 0 A RangeError RangeError RangeError 1
print("aXbXc".replaceAll("X", "[$&$`$'$$]"), "aaa".replaceAll("aa", "b"), "ab".replaceAll("", "-"), "abab".replaceAll("b", function (m, i, s) { return m + i + s.length; }), "abc".replaceAll("x", "y"));
// expect: a[XabXc$]b[XaXbc$]c ba -a-b- ab14ab34 abc
print("a\u0300".normalize().length, "\u00e0".normalize("NFD").length, "\ufb01".normalize("NFKC"), "\ufb01".normalize("NFC").length, name(function () { "a".normalize("nfc"); }), "\ud800\u00e0".normalize("NFD").length, "abc".normalize("NFKD"));
// expect: 1 2 fi 1 RangeError 3 abc
print("o\u0308".localeCompare("\u00f6"), ["b", "A", "C", "a", "\u00e1", "_", "10", "2"].sort(function (a, b) { return a.localeCompare(b); }));
// expect: 0 _,10,2,a,A,á,b,C
print("a".anchor('x"y"'), "a".big(), "a".blink(), "a".bold(), "a".fixed(), "a".fontcolor("red"));
// expect: <a name="x&quot;y&quot;">a</a> <big>a</big> <blink>a</blink> <b>a</b> <tt>a</tt> <font color="red">a</font>
print("a".fontsize(7), "a".italics(), "a".link("u?a=\u4e2d"), "a".small(), "a".strike(), "a".sub(), "a".sup(), "a".anchor());
// expect: <font size="7">a</font> <i>a</i> <a href="u?a=中">a</a> <small>a</small> <strike>a</strike> <sub>a</sub> <sup>a</sup> <a name="undefined">a</a>
print(name(function () { String.prototype.bold.call(null); }), String.prototype.sup.call(5), String.prototype.link.length, String.prototype.anchor.name);
// expect: TypeError <sup>5</sup> 1 anchor
// Arguments are converted in order, whatever they say.
var order = [];
function say(what) { return { toString: function () { order.push(what); return "1"; }, valueOf: function () { order.push(what + "!"); return 1; } }; }
["startsWith", "endsWith", "includes", "padStart", "padEnd", "repeat", "at", "codePointAt", "split", "replace", "replaceAll", "substr", "concat"].forEach(function (method) {
  String.prototype[method].call(say("this"), say("a"), say("b"));
  order.push("/");
});
print(order.join(" "));
// expect: this a b! / this a b! / this a b! / this a! / this a! / this a! / this a! / this a! / this b! a / this a b / this a b / this a! b! / this a b /
// Searching is linear also where prefixes match again and again.
var many = "a".repeat(200000), needle = "a".repeat(100000) + "b";
print(many.indexOf(needle), many.lastIndexOf("b" + many.slice(100000)), (many + needle).indexOf(needle), many.includes(needle), many.split(needle).length);
// expect: -1 -1 200000 false 1
