// The lexer: UTF-8 in, code points out; line terminators of every kind; escapes of every kind.
// (Positions of errors: errors/ and crates/cli/tests/suite; a byte order mark and lone surrogates from outside: below, by eval.)
var 𐊧 = "beyond the BMP", \u{10300} = "by escape", ünïcödé = "latin", \u0061bc = "escaped a", 变量 = "cjk";
print(𐊧, 𐌀, ünïcödé, abc, 变量); // expect: beyond the BMP by escape latin escaped a cjk
print("𝒳".length, "\u{1D4B3}" === "𝒳", "\uD835\uDCB3" === "𝒳", "\uD835".length, "\uDCB3" + "x" !== "\uFFFDx");
// expect: 2 true true 1 true
print("\uD835" + "\uDCB3" === "𝒳", ("\uDCB3\uD835").charCodeAt(0).toString(16), "a\u{61}\x61\141\0".length);
// expect: true dcb3 5
print(eval("\uFEFF1 + 1"), eval("1 +\uFEFF 2"), eval("var a\u2028= 3\u2029a"), eval("'\u2028'.length"), eval("4 // comment\u2028 + 1"));
// expect: 2 3 3 1 5
print(eval("5 /* \u2029 */ + 1"), eval("'\\\u2028joined'"), eval("7\u00A0+\u20031\u3000"), eval("'\uD800'.length"));
// expect: 6 joined 8 1
print(eval("var n = 1\n++n\nn"), eval("/* a\n */ 8"), eval("9 // end"), eval("<!-- html\n10"), eval("11\n--> html"));
// expect: 2 8 9 10 11
function error(code) { try { return eval(code); } catch (e) { return e.name; } }
print(error("'a\nb'"), error("'\\u00'"), error("'\\u{110000}'"), error("a\\u0020b"), error("1a"), error("/* open"), error("@"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError
print(error("var \\u0076ar"), error("\\u0030a"), error("'open"), error("0x"), error("1e"), error("3in []"), error("\uD835"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError
print(eval("'line\\\n continuation'"), eval("'a\\\r\nb'"), "\v\t\b\f".length, '\'"', "\"'", "\q\8", "\08".length);
// expect: line continuation ab 4 '" "' q8 2
