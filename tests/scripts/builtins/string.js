// String and String.prototype, all but the regular-expression methods.
function name(f) { try { return f(); } catch (e) { return e.name; } }
print(String.length, String(), String(undefined), String(null), String(5), String(true), String([1, 2]), String({}), typeof new String("x"), new String("abc").length, String(-0), String(1e21), new String(), String(new String("w")));
// expect: 1  undefined null 5 true 1,2 [object Object] object 3 0 1e+21  w
print(String.fromCharCode(72, 105), String.fromCharCode(), String.fromCharCode(65.9), String.fromCharCode(65536 + 66), String.fromCharCode("67"), String.fromCharCode(-1).charCodeAt(0), String.fromCharCode(NaN).charCodeAt(0), String.fromCharCode.length, String.fromCharCode(0xd83d, 0xde00), String.fromCharCode(0x100).length);
// expect: Hi  A B C 65535 0 1 😀 1
var s = "hello";
print(s.length, s[0], s[4], s[5], s["1"], s[-1], s[1.5], s["length"], s.charAt(1), s.charAt(), s.charAt(9), s.charAt(-1), s.charAt("2"), s.charAt(1.9), s.charAt(NaN));
// expect: 5 h o undefined e undefined undefined 5 e h   l e h
print(s.charCodeAt(1), s.charCodeAt(), s.charCodeAt(9), s.charCodeAt(-1), "é".charCodeAt(0), "\uffff".charCodeAt(0), "😀".charCodeAt(0), "😀".charCodeAt(1), "😀".length, "\0".charCodeAt(0));
// expect: 101 104 NaN NaN 233 65535 55357 56832 2 0
print(s.indexOf("l"), s.indexOf("l", 3), s.indexOf("z"), s.indexOf(""), s.indexOf("", 3), s.indexOf("", 99), s.indexOf("hello!"), s.indexOf("h", -5), s.indexOf("o", 4), s.indexOf("llo"), "undefined".indexOf(), "null".indexOf(null), "a1b".indexOf(1), s.indexOf("l", NaN), s.indexOf("l", Infinity));
// expect: 2 3 -1 0 3 5 -1 0 4 2 0 0 1 2 -1
print(s.lastIndexOf("l"), s.lastIndexOf("l", 2), s.lastIndexOf("z"), s.lastIndexOf(""), s.lastIndexOf("", 2), s.lastIndexOf("h", -5), s.lastIndexOf("h", 0), s.lastIndexOf("l", NaN), s.lastIndexOf("l", undefined), s.lastIndexOf("hello"), s.lastIndexOf("lo", 3), s.lastIndexOf("lo", 2), "aaa".lastIndexOf("aa"), s.lastIndexOf("o", Infinity));
// expect: 3 2 -1 5 2 0 0 3 3 0 3 -1 1 4
print(s.slice(1), s.slice(1, 3), s.slice(-3), s.slice(-3, -1), s.slice(3, 1), s.slice(), s.slice(undefined, 2), s.slice(9), s.slice(0, 99), s.slice("1", "2"), s.slice(NaN, 2), s.slice(-99, 2), s.slice(0, -99), s.slice(2, undefined));
// expect: ello el llo ll  hello he  hello e he he  llo
print(s.substring(1), s.substring(1, 3), s.substring(3, 1), s.substring(-1, 2), s.substring(2, -1), s.substring(), s.substring(NaN, 3), s.substring(9), s.substring(1, undefined), s.substring(2, 2), s.substring("1", "4"), s.substring(Infinity, 1));
// expect: ello el el he he hello hel  ello  ell ello
print(s.substr(1), s.substr(1, 2), s.substr(-3, 2), s.substr(-99, 2), s.substr(2, -1), s.substr(9), s.substr(), s.substr(1, undefined), s.substr(0, 99), s.substr(NaN, 2), s.substr(1, Infinity));
// expect: ello el ll he   hello ello hello he ello
print("a,b,c".split(","), "a,b,c".split(",", 2), "abc".split(""), "abc".split(), "".split(","), "".split(""), "a,b".split(",").length, ",a,".split(",").length, "abc".split("abc").length, "abc".split("x"), "aXbXc".split("X", 0).length, "a1b1c".split(1), "anullb".split(null), "a,b".split(",", -1), "abc".split("", 2), "aundefinedb".split(undefined).length, "a,b,c".split(",", 4294967297), "abcabc".split("bc"));
// expect: a,b,c a,b a,b,c abc   2 3 2 abc 0 a,b,c a,b a,b a,b 1 a a,a,
print("AbC".toLowerCase(), "aBc".toUpperCase(), "ÀÉ".toLowerCase(), "àéß".toUpperCase(), "İ".toLowerCase().length, "ﬁ".toUpperCase(), "ΑΣ".toLowerCase(), "Σ".toLowerCase(), "ÿ".toUpperCase(), "µ".toUpperCase(), "ǆ".toUpperCase(), "AbC".toLocaleLowerCase(), "aBc".toLocaleUpperCase(), "𐐀".toLowerCase() === "𐐨", "i̇".toUpperCase().length);
// expect: abc ABC àé ÀÉSS 2 FI ας σ Ÿ Μ Ǆ abc ABC true 2
print(["ΣΑ'Σ'", "'Σ", "Α\u0301\u0301Σ\u0301\u0301", "ΑΣ\u0301Α", "ΑΣΣ", "ΑΣ ΑΣ1", "Α\ud800Σ", "ΑΣ\ud800Α", "\ud801\udc00Σ", "ΑΣ\ud801\udc00", "ßΣ", "Σ".repeat(3)].map(function (text) { return escape(text.toLowerCase()) }).join(" "));
// expect: %u03C3%u03B1%27%u03C2%27 %27%u03C3 %u03B1%u0301%u0301%u03C2%u0301%u0301 %u03B1%u03C3%u0301%u03B1 %u03B1%u03C3%u03C2 %u03B1%u03C2%20%u03B1%u03C21 %u03B1%uD800%u03C3 %u03B1%u03C2%uD800%u03B1 %uD801%uDC28%u03C2 %u03B1%u03C3%uD801%uDC28 %DF%u03C2 %u03C3%u03C3%u03C2
print("[" + "  a b \n\t".trim() + "]", "[" + "\u00a0\ufeff\u2028\u2029\u3000x\u2003\u1680".trim() + "]", "[" + "\u180ex".trim().length + "]", "".trim().length, " ".trim().length, "x".trim(), "\u200bx".trim().length);
// expect: [a b] [x] [2] 0 0 x 2
print("a".concat("b", 1, null, undefined, [2]), "a".concat(), "".concat({}), "b".localeCompare("a") > 0, "a".localeCompare("b") < 0, "a".localeCompare("a"), "abc".toString(), "abc".valueOf(), new String("x").toString(), name(function () { String.prototype.toString.call(5); }), name(function () { String.prototype.valueOf.call({}); }));
// expect: ab1nullundefined2 a [object Object] true true 0 abc abc x TypeError TypeError
print("a-b-c".replace("-", "+"), "abc".replace("b", "[$&]"), "abc".replace("b", "$$"), "abc".replace("b", "$`|$'"), "abc".replace("x", "y"), "abc".replace("", "_"), "abc".replace("b", function (m, i, whole) { return m + i + whole; }), "abc".replace("b", undefined), "abc".replace("b", "$1$0$"), "abc".replace("b"), "aundefined".replace(undefined, "!"), "a1".replace(1, 2), "abc".replace("b", function () { return "$&"; }), "abcb".replace("b", ""));
// expect: a+b-c a[b]c a$c aa|cc abc _abc ab1abcc aundefinedc a$1$0$c aundefinedc a! a2 a$&c acb
print(name(function () { String.prototype.trim.call(null); }), name(function () { String.prototype.charAt.call(undefined, 0); }), String.prototype.charAt.call(123, 1), String.prototype.indexOf.call([1, 2], ","), String.prototype.slice.call(true, 1), String.prototype.toUpperCase.call({}), String.prototype.split.call(1.5, ".").length, String.prototype.concat.call(1, 2), String.prototype.substring.call(12345, 1, 3), name(function () { String.prototype.concat.call(null, "x"); }));
// expect: TypeError TypeError 2 1 rue [OBJECT OBJECT] 2 12 23 TypeError
print("a" < "b", "a" < "a", "abc" < "abd", "ab" < "abc", "B" < "a", "a" + 1 + 2, 1 + 2 + "a", "a" - 1, "3" - 1, "3" * "4", "x" * 1, "b" + "a" + +"a", "" + null + undefined + true + 1.5 + [] + {});
// expect: true false true true true a12 3a NaN 2 12 NaN baNaN nullundefinedtrue1.5[object Object]
var o = new String("abc");
print(o.length, o[1], Object.keys(o), o.length = 5, o.length, o[1] = "x", o[1], delete o[1], delete o.length, o[5] = "new", o[5], 1 in o, 3 in o, "length" in o, o.hasOwnProperty(1), o == "abc", o === "abc", typeof o, typeof o.valueOf());
// expect: 3 b 0,1,2 5 3 x b false false new new true false true true true false object string
var p = "abc";
p.x = 1;
p[0] = "z";
print(p.x, p, p.length = 1, p.length); // expect: undefined abc 1 3
for (var k in "ab") print(k);
// expect: 0
// expect: 1
for (k in new String("cd")) print(k);
// expect: 0
// expect: 1
print(Object.getOwnPropertyNames("xy"), JSON.stringify(Object.getOwnPropertyDescriptor("abc", 0)), JSON.stringify(Object.getOwnPropertyDescriptor(new String("abc"), 5)));
// expect: 0,1,length {"value":"a","writable":false,"enumerable":true,"configurable":false} undefined
print("abc".charAt.length, "abc".indexOf.length, "abc".slice.length, "abc".substr.length, "abc".split.length, "abc".concat.length, "abc".replace.length, "abc".trim.length, "abc".localeCompare.length, String.prototype.length, typeof String.prototype, String.prototype == "", Object.prototype.toString.call(String.prototype), String.prototype.constructor === String);
// expect: 1 1 2 2 2 1 2 0 1 0 object true [object String] true
var long = "";
for (var i = 0; i < 10000; i++) long += "x";
print(long.length, long[9999], long.indexOf("y"), long.slice(9998), (long + "y").indexOf("y"));
// expect: 10000 x -1 xx 10000
var rev = "";
for (i = 0; i < 1000; i++) rev = String.fromCharCode(97 + i % 26) + rev;
print(rev.length, rev.slice(0, 5), rev.charAt(999), rev.lastIndexOf("a")); // expect: 1000 lkjih a 999
var both = "m";
for (i = 0; i < 12; i++) both = both + both;
print(both.length); // expect: 4096
var mixed = "latin";
mixed += "Ā";
mixed += "more";
print(mixed, mixed.length, mixed[5], mixed.slice(6), mixed.toUpperCase(), mixed.indexOf("more"));
// expect: latinĀmore 10 Ā more LATINĀMORE 6
var parts = [];
for (i = 0; i < 100; i++) parts.push("p" + i);
var joined = parts.join(""), concatenated = "";
for (i = 0; i < 100; i++) concatenated += "p" + i;
print(joined === concatenated, joined.length, joined == concatenated, { p0: 1 }["p" + 0], ({})[joined] === undefined);
// expect: true 290 true 1 true
var keyed = {};
keyed["a" + "b"] = 1;
keyed["" + 5] = 2;
print(keyed.ab, keyed[5], keyed["5"], Object.keys(keyed)); // expect: 1 2 2 5,ab
print("z" > "Z", "\u00e9" === "é", "e\u0301" === "é", "e\u0301".length, "ab\0cd".length, "ab\0cd" === "ab\u0000cd", "ab\0cd".indexOf("c"), "tab\tnew\\n", 'q"q', "\x7f".length, escape("ü ä+b@*_-./中"), unescape("%FC%20%u4E2D%zz%"), "\ud800".length, "\udc00\ud800" < "\ue000", ["b", undefined, "a"].sort().length);
// expect: true true false 2 5 true 3 tab	new\n q"q 1 %FC%20%E4+b@*_-./%u4E2D ü 中%zz% 1 true 3
print("abc".anchor("n"), "x".big(), "x".bold(), "x".fixed(), "x".link("u\"q"), "x".fontcolor("red"), "x".fontsize(7), "x".italics(), "x".small(), "x".strike(), "x".sub(), "x".sup(), "x".blink());
// expect: <a name="n">abc</a> <big>x</big> <b>x</b> <tt>x</tt> <a href="u&quot;q">x</a> <font color="red">x</font> <font size="7">x</font> <i>x</i> <small>x</small> <strike>x</strike> <sub>x</sub> <sup>x</sup> <blink>x</blink>
