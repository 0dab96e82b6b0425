// Registers of a caller that lie above the top of the function it called are looked at again when it returns: what was left
// in them must not have been freed in between.
print(eval("1 + 1"), eval("var x = 5; x"), x, eval(""), eval(";"), eval("{}"), eval("({a:1}).a"), eval(5), eval([1, 2]).length, eval(), typeof eval("(function(){})"));
// expect: 2 5 5 undefined undefined undefined 1 5 2 undefined function
function declares() { eval("function inner() { return 'inner'; }"); return inner(); }
print(declares(), typeof inner); // expect: inner undefined
print(declares(), typeof inner, 1, 2); // expect: inner undefined 1 2
