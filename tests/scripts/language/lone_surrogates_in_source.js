// Surrogates that stand alone in source texts made at run time.

print(eval("'\uD800'").charCodeAt(0).toString(16), eval("'\uD800'.length"), eval("'\\\uD800\\x41\uDC00'").length);
// expect: d800 1 3
print(new Function("\uD800" === 1 ? '' : 'a', "return '\uDC00x' + a + /[\uD800]/.source.charCodeAt(1)")(2).charCodeAt(0).toString(16));
// expect: dc00
print(eval("/[\uD83D]/").test("\uD83D\uDE00"), eval("(function () { return '\uD800\\n' })").toString().charCodeAt(23).toString(16));
// expect: true 5c
print(new Function("return '\uD83D'").toString().length, eval("'\uD83D\uDE00'") === '\uD83D\uDE00', eval("'\uDB80\uDC00\uDC00'").charCodeAt(2).toString(16));
// expect: 36 true dc00
try { eval("var \uD800"); } catch (e) { print(e.name); } // expect: SyntaxError
