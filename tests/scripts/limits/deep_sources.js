// Deeply nested sources: an error or a value, never a crash.
function repeat(s, n) { var r = ""; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
function outcome(source) { try { (0, eval)(source); return "ok"; } catch (e) { return e instanceof SyntaxError || e instanceof RangeError ? "error" : e.name; } }
var opens = ["(", "[", "{", "({a:", "f(", "-", "!", "typeof ", "a?", "a?b:", "if(1)", "while(0)", "for(;;)", "do ", "function f(){", "(function(){", "x:", "try{", "switch(1){case 1:", "with(a)", "new ", "a[", "a=", "a,", "a+", "a.b.", "{x:", "/*", "'", "1+(", "var a=", "else ", "return ", "throw ", "void ", "++", "a||", "a&&(", "!function(){"];
print(opens.map(function (s) { return outcome(repeat(s, 20000)) === "error" ? "" : s; }).join("")); // expect:
print(outcome(repeat("(", 200000)), outcome(repeat("[", 200000)), outcome(repeat("{", 200000)));
// expect: error error error
var sum = outcome("1" + repeat("+1", 500000)); print(sum === "ok" || sum === "error"); // expect: true
print(eval("1" + repeat("+1", 5000)), eval("'a'" + repeat("+'b'", 1000)).length, eval("0" + repeat("||0", 5000) + "||1"), eval(repeat("!", 1000) + "1"), eval(repeat("(", 200) + "7" + repeat(")", 200)));
// expect: 5001 1001 1 true 7
print(eval(repeat("if (1) ", 200) + "5"), eval("var x = 0;" + repeat("x = x + 1;", 20000) + "x"), eval("[" + repeat("1,", 50000) + "]").length, eval("({" + repeat("a:1,", 20000) + "})").a, eval(repeat("{", 300) + "9" + repeat("}", 300)));
// expect: 5 20000 50000 1 9
print(1 + 1); // expect: 2
