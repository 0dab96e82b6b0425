// Automatic semicolon insertion.
var a = 1
var b = 2
print(a // expect: 3
  + b)
a
++b
print(a, b) // expect: 1 3
function f() { return
  5 }
print(f()) // expect: undefined
function g() { return 5 } print(g()) // expect: 5
var i = 0
do i++; while (i < 3) print(i) // expect: 3
do { i-- } while (i) print(i) // expect: 0
for (i = 0
  ; i < 2
  ; i++) { }
print(i) // expect: 2
if (a) print("if"); else print("else") // expect: if
if (!a) ; else print("else2") // expect: else2
{ a = 3 } print(a) // expect: 3
var o = {
  x: 1
}
print(o.x) // expect: 1
;[1, 2].forEach(function (v) { print(v) })
// expect: 1
// expect: 2
var s = "str"
;(function () { print("iife") })() // expect: iife
l: while (true) { break
  l }
out: for (; ;) { for (; ;) { break out
  } }
for (var n = 0; n < 2; n++) { continue
  n = 5 }
print(n) // expect: 2
function h() { throw_ = 1; return } print(typeof h()) // expect: undefined
try { eval("throw\n1") } catch (e) { print(e.name) } // expect: SyntaxError
try { eval("for (;;\n)") } catch (e) { print(e.name) } // expect: SyntaxError
try { eval("if (a)\n else b") } catch (e) { print(e.name) } // expect: SyntaxError
try { eval("a b") } catch (e) { print(e.name) } // expect: SyntaxError
try { eval("{ 1 2 } 3") } catch (e) { print(e.name) } // expect: SyntaxError
try { eval("for (a; b\n) { }") } catch (e) { print(e.name) } // expect: SyntaxError
print(eval("{ 1\n2 } 3"), eval("a = b\n++a"), eval("1\n;2"), eval("var q = 1 /* \n */ var r = 2; q + r"), eval("a = 5; a\n/2/1"))
// expect: 3 4 2 3 2.5
print(eval("x = 1\n/* c */ y = 2"), eval("5\n"), eval("5}".slice(0, 1)), eval("i\n++\ni"), eval("i = 1; i /*\n*/ ++\ni"))
// expect: 2 5 5 3 2
var t = function () { return 1 }
var u = t
(1)
print(u) // expect: 1
var v = 1, w = v
-1
print(w) // expect: 0
var x = "a" in { a: 1 }
var y = typeof
x
print(x, y) // expect: true boolean
switch (1) { case 1: print("case") // expect: case
  case 2: print("two") } // expect: two
debugger
print("end") // expect: end
