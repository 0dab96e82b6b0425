// RegExp.escape.
// not for node: the installed one may not have it

function thrown(f) {
    try { return String(f()); } catch (error) { return error.name; }
}

print(RegExp.escape('a.b*c'), RegExp.escape('0'), '[' + RegExp.escape('') + ']', RegExp.escape('/_é')); // expect: \x61\.b\*c \x30 [] \/_é
print(RegExp.escape('-\n\t\v\f\r \xa0\u2028\ufeff')); // expect: \x2d\n\t\v\f\r\x20\xa0\u2028\ufeff
print(RegExp.escape('\ud800') , RegExp.escape('\ud83d\ude00') === '\ud83d\ude00', RegExp.escape('\ude00\ud83d')); // expect: \ud800 true \ude00\ud83d
print(thrown(function () { return RegExp.escape(1); }), thrown(function () { return RegExp.escape(Object('a')); })); // expect: TypeError TypeError
print(RegExp.escape.length, RegExp.escape.name); // expect: 1 escape
var signs = 'x^$\\.*+?()[]{}|/,-=<>#&!%:;@~\'`"';
print(new RegExp('^' + RegExp.escape(signs) + '$').test(signs)); // expect: true
