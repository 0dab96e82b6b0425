// Automatic semicolon insertion; restricted productions; postfix operators; do-while.
function early(code) { try { return String(eval(code)); } catch (e) { return e.name; } }
var a = 1, b = 2, c = 3, log = []
print(early("{ 1 } 3"), early("{ 1 2 } 3"), early("{ 1\n2 } 3"), early("for (a; b\n)"), early("a = b + c\n(1 + 2)"), early("a = b\n++c; [a, b, c].join()"))
// expect: 3 SyntaxError 3 SyntaxError TypeError 2,2,4
print(early("if (a > b)\nelse c = d"), early("a\n++\nb"), early("a\n++b"), early("a ++\nb"), early("a\n+b"), early("var x = 1\nvar y = 2\nx + y"))
// expect: SyntaxError 3 4 4 7 3
print((function () { return // expect: undefined undefined 1 undefined
1 })(), (function () { return /*
*/ 1 })(), (function () { return 1
})(), (function () { if (a) return
else return 2 })())
print(early("throw\n1"), early("(function () { throw 1\n})()"), early("l: while (1) { break\nl }"), early("l: while (a--) { continue\nl }"))
// expect: SyntaxError undefined undefined undefined
print(early("do{log.push('loop')}while(false)false"), log.join(), early("do;while(0)1"), early("do ; while (0) ; 2"), early("do{}while(false)a=7"))
// expect: false loop 1 2 7
print(early("do\n;\nwhile\n(0)\nb"), early("if (0) do ; while (0) else 5"), early("do ; while (0) while (0) ; 6"), early("do 1\nwhile (0)"), early("do 1 while (0)"))
// expect: 4 5 6 1 SyntaxError
print(early("var z\n=\n1\nz"), early("var z z"), early("({}) ({})"), early("1\n.5"), early("a\n[0]"), early("'a'\n'b'"), early("a\n`b`") !== "x")
// expect: 1 SyntaxError TypeError 0.5 undefined b true
print(early("for (;;\n) { break }"), early("for (a\n;b\n;c\n) { break }"), early("for (\n;\n) { break }"), early("while (0)"), early("while (0)\n;"), early("if (1)"))
// expect: undefined undefined SyntaxError SyntaxError undefined SyntaxError
print(early(";;;1;;;"), early("{}"), early("{};"), early("debugger\n1"), early("function f() {} f"), early("var f = function () {}\n(1)"), early("i\n++\ni"))
// expect: 1 undefined undefined 1 function f() {} undefined ReferenceError
print(early("a\n/b/1"), early("a\n/b\n/1"), early("x\n{1}\n") , early("label\n:\n2"), early("break"), early("return 1"), early("}"), early("a = 1 }"))
// expect: 1.75 1.75 ReferenceError 2 SyntaxError SyntaxError SyntaxError SyntaxError
