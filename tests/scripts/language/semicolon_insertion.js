// Automatic semicolon insertion.
var a = 1
var b = 2
print(a // expect: 3
  + b)
a
++b
(function () { return 1 }) ? print("conditional") : 0
function f() { return
  5 }
print(f())
function g() { return 5 } print(g())
var i = 0
do i++; while (i < 3) print(i)
do { i-- } while (i) print(i)
for (i = 0
  ; i < 2
  ; i++) { }
print(i)
if (a) print("if"); else print("else")
if (!a) ; else print("else2")
{ a = 3 } print(a)
var o = {
  x: 1
}
print(o.x)
;[1, 2].forEach(function (v) { print(v) })
var s = "str"
;(function () { print("iife") })()
l: while (true) { break
  l }
out: for (; ;) { for (; ;) { break out
  } }
for (var n = 0; n < 2; n++) { continue
  n = 5 }
print(n)
function h() { throw_ = 1; return } print(typeof h())
try { eval("throw\n1") } catch (e) { print(e.name) }
try { eval("for (;;\n)") } catch (e) { print(e.name) }
try { eval("if (a)\n else b") } catch (e) { print(e.name) }
try { eval("a b") } catch (e) { print(e.name) }
try { eval("{ 1 2 } 3") } catch (e) { print(e.name) }
try { eval("for (a; b\n) { }") } catch (e) { print(e.name) }
print(eval("{ 1\n2 } 3"), eval("a = b\n++c"), eval("1\n;2"), eval("var q = 1 /* \n */ var r = 2; q + r"), eval("a = 5; a\n/2/1"))
print(eval("x = 1\n/* c */ y = 2"), eval("5\n"), eval("5}".slice(0, 1)), eval("i\n++\ni"), eval("i = 1; i /*\n*/ ++\ni"))
var t = function () { return 1 }
var u = t
(1)
print(u)
var v = 1, w = v
-1
print(w)
var x = "a" in { a: 1 }
var y = typeof
x
print(x, y)
switch (1) { case 1: print("case")
  case 2: print("two") }
debugger
print("end")
