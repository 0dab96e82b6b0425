// Sources that are errors before anything runs, and look-alikes that are not.
function check() { var r = []; for (var i = 0; i < arguments.length; i++) { try { new Function(arguments[i]); r.push("ok"); } catch (e) { r.push(e.name === "SyntaxError" ? "SE" : e.name); } } return r.join(" "); }
print(check("1 = x", "x + 1 = 2", "this = 1", "(a, b) = 1", "a++ = 1", "++a++", "new f = 1", "function () {} = 1", "'s' = 1", "null++", "--5", "typeof x = 1"));
// expect: SE SE SE SE SE SE SE SE SE SE SE SE
print(check("for (1 in o);", "for ('foo' in o);", "for ((a, b) in o);", "for (a + b in o);", "for (var a, b in o);", "for (var i = 0 in o);", "for (this in o);", "for (a.b in o);", "for (a[0] in o);", "for ((a) in o);"));
// expect: SE SE SE SE SE ok SE ok ok ok
print(check("break", "continue", "break x", "continue x", "while (1) { break x; }", "x: { continue x; }", "x: x: ;", "x: { x: ; }", "x: { } x: { }", "x: { (function () { break x; }); }", "x: while (1) { continue x; }", "while (1) (function () { break; })", "switch (1) { case 1: continue; }"));
// expect: SE SE SE SE SE SE SE SE ok SE ok SE SE
print(check("return", "return 1;", "if (1) return; else return 2"), (function () { try { (0, eval)("return"); } catch (e) { return e.name; } })());
// expect: ok ok ok SyntaxError
print(check("var 1", "var", "var a,", "var a b", "var if", "var a = ", "var a.b", "var (a)", "function", "function f", "function f(", "function f(a", "function f(a,", "function f(1) {}", "function f() {", "(function () {)", "(function (if) {})", "function () {}"));
// expect: SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE
print(check("if", "if (", "if (a", "if (a)", "if a b", "if (a) b else c", "else", "while (1", "do a while b", "do ; while (1) 2", "for", "for (", "for (;", "for (;;", "for (;;)", "for (a; b) c", "with (a", "switch (a) { b }", "switch (a) { case: }", "switch (a) { default: default: }", "switch (1) { case 1 2: }"));
// expect: SE SE SE SE SE SE SE SE SE ok SE SE SE SE SE SE SE SE SE SE SE
print(check("try { }", "try { } catch () { }", "try { } catch (a, b) { }", "try a catch (e) { }", "catch (e) { }", "finally { }", "try { } finally", "throw", "throw\n1", "throw;", "try { } catch (e.x) { }"));
// expect: SE SE SE SE SE SE SE SE SE SE SE
print(check("(", ")", "[", "]", "{", "}", "(1", "[1", "(1, )", "[1 2]", "f(1,", "f(1 2)", "f(,)", "a.", "a[", "a[]", "a.1", "a.'b'", "new", "new a.", "a ? b", "a ? b : ", "a ? : b", "? a : b", "a +", "* a", "a *", "a b", "a 1", "1 a", "'a' 'b'"));
// expect: SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE SE
print(check("({ a: })", "({ a 1 })", "({ a: 1 b: 2 })", "({ , })", "({ a: 1,, b: 2 })", "({ 1a: 1 })", "({ get x { } })", "({ get x(a) { } })", "({ set x() { } })", "({ set x(a, b) { } })", "({ get: 1 })", "({ get x() { }, get x() { } })", "({ a.b: 1 })", "({ -1: 1 })"));
// expect: SE SE SE SE SE SE SE SE SE SE ok ok SE SE
print(check("'abc", "\"abc", "'a\nb'", "'a\\\nb'", "'\\x'", "'\\x4'", "'\\x4g'", "'\\u'", "'\\u00'", "'\\u00g0'", "'\\u{110000}'", "'\\", "'\u2028'", "/* open", "/* ok */", "// fine"));
// expect: SE SE SE ok SE SE SE SE SE SE SE SE ok SE ok ok
print(check("0x", "0xg", "1e", "1e+", "1.e", "0b2", "3in []", "3 in []", "1_", "08.5", "010.5", "0x1.5", "1..a", "1.a", "1.5.a", "5e1a", "0xfz", "09e1", "00e1", "1.2.3"));
// expect: SE SE SE SE SE SE SE ok SE ok SE SE ok SE ok SE SE ok SE SE
print(check("\\u0061 = 1", "\\u0031a", "var \\u0061b", "a\\u0020b", "v\\u0061r x", "var v\\u0061r", "\\x61", "#", "@", "a # b", "`", "a\\b", "\u200c", "a\u200cb", "var \u00aa", "\u00b7", "a\u00b7"));
// expect: ok SE ok SE SE SE SE SE SE SE SE SE SE ok ok SE ok
print(check("var break", "var case", "var class", "var const", "var debugger", "var enum", "var extends", "var super", "var import", "var export", "var null", "var true", "var this", "a.class.enum.null", "({ class: 1, null: 2 })", "var let", "var yield", "var await", "var of", "var eval", "var arguments"));
// expect: SE SE SE SE SE SE SE SE SE SE SE SE SE ok ok ok ok ok ok ok ok
print(check("delete x", "'use strict'; delete x", "'use strict'; delete (x)", "'use strict'; delete x.y", "'use strict'; with (a) b", "'use strict'; eval = 1", "'use strict'; arguments++", "'use strict'; var eval", "'use strict'; 010", "'use strict'; '\\07'", "'use strict'; '\\0'", "'use strict'; implements", "'use strict'; let", "'use strict'; a.let"));
// expect: ok SE SE ok SE SE SE SE SE SE ok SE SE ok
print(check("/* \n */ --> ok", "a --> b", "<!-- ok", "a\n--> ok", "--> ok", "; --> no", "debugger", "debugger x", "debugger;;", ";;;", "{};", "{a: 1}", "{a: 1, b: 2}", "({a: 1, b: 2})", "{ function f() {} }", "if (1) function f() {}", "while (0) function f() {}", "l: function f() {}", "if (1) l: function f() {}", "do function f() {} while (0)"));
// expect: ok ok ok ok ok SE ok SE ok ok ok ok SE ok ok ok SE ok SE SE
print(check("a = b = c", "a ? b : c = d", "a ? b = c : d", "a || b = c", "(a) = 1", "((a.b)) = 1", "(a = b) = 1", "a = (b, c)", "a += b -= c", "a +=+ b", "a =+ b", "a + = b", "a === = b", "a !== b", "a ! = b", "!a = b", "a.b.c = d", "f().x = 1", "new F().x = 1", "new F.x = 1", "f()[0]++", "[]++", "({})++", "a++ + ++b", "a+++++b", "a++ +b", "a--- -b"));
// expect: ok ok ok SE ok ok SE ok ok ok ok SE SE ok SE SE ok ok ok SE ok SE SE ok SE ok ok
print(check("new a", "new a()", "new a.b", "new a().b", "new a()()", "new new a", "new (a())", "new a()[0]", "new function () {}", "new +a", "new -a", "typeof new a", "new typeof a", "void void 0", "delete delete a", "in a", "a in", "instanceof a", "a instanceof", "a instanceof b instanceof c", "a in b in c", "for (var i = 1 in o; ;);", "for (var i = (1 in o); ;);", "for (i = a ? b in c : d; ;);"));
// expect: ok ok ok ok ok ok ok ok ok SE SE ok SE ok ok SE SE SE SE ok ok SE ok ok
print((function () { var late = "ran"; try { eval("late = 'changed'; syntax error"); } catch (e) { } return late; })());
// expect: ran
var error; try { eval("var x = ;"); } catch (e) { error = e; } print(error instanceof SyntaxError, error.name, typeof error.message, error.message.length > 0, Object.prototype.toString.call(error));
// expect: true SyntaxError string true [object Error]
