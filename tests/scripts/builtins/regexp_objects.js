// RegExp objects: constructor, source, flags, lastIndex, compile, what they are as objects.

var re = /a(b)?/gi;
print(typeof re, re instanceof RegExp, Object.prototype.toString.call(re), String(re));
// expect: object true [object RegExp] /a(b)?/gi
print(Object.getPrototypeOf(re) === RegExp.prototype, RegExp.prototype.constructor === RegExp); // expect: true true
print(Object.getOwnPropertyNames(re).join()); // expect: lastIndex
print(JSON.stringify(Object.getOwnPropertyDescriptor(re, 'lastIndex')));
// expect: {"value":0,"writable":true,"enumerable":false,"configurable":false}
print(delete re.lastIndex, RegExp.length, RegExp.name); // expect: false 2 RegExp

// Each evaluation of a literal makes an object.
function literal() { return /x/g; }
print(literal() === literal(), literal().source); // expect: false x
literal().lastIndex = 7;
print(literal().lastIndex); // expect: 0

// The constructor as function and as constructor.
print(RegExp(re) === re, new RegExp(re) === re, RegExp(re, 'm') === re, String(RegExp(re, 'm')), String(new RegExp(re)));
// expect: true false false /a(b)?/m /a(b)?/gi
print(String(new RegExp()), String(new RegExp(undefined, undefined)), String(new RegExp('')), String(RegExp(null, 'g')));
// expect: /(?:)/ /(?:)/ /(?:)/ /null/g
print(String(new RegExp('a/b')), String(new RegExp('[/]\\/')), String(new RegExp('\n\r\u2028\u2029')));
// expect: /a\/b/ /[/]\// /\n\r\u2028\u2029/
print(new RegExp('\\\n').source, new RegExp('\\[/]').source, new RegExp('/').source); // expect: \n \[\/] \/
print(String(new RegExp({ toString: function () { return 'o+'; } }, { toString: function () { return 'g'; } })));
// expect: /o+/g
var order = [];
new RegExp({ toString: function () { order.push('pattern'); return 'a'; } },
    { toString: function () { order.push('flags'); return ''; } });
print(order.join()); // expect: pattern,flags
var renamed = /q/;
renamed.constructor = Object;
print(RegExp(renamed) === renamed); // expect: false

// Getters
print(re.global, re.ignoreCase, re.multiline, re.flags, /a/m.flags, /a/.flags === '');
// expect: true true false gi m true
print(RegExp.prototype.source, RegExp.prototype.flags === '', RegExp.prototype.global, String(RegExp.prototype));
// expect: (?:) true undefined /(?:)/
var getter = Object.getOwnPropertyDescriptor(RegExp.prototype, 'global');
print(typeof getter.get, getter.set, getter.enumerable, getter.configurable, getter.get.name);
// expect: function undefined false true get global
print(Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags').get.call({ global: 1, multiline: 'x', sticky: 0 }));
// expect: gm
print(RegExp.prototype.toString.call({ source: 's', flags: 'f' })); // expect: /s/f
re.source = 1;
print(re.source, Object.keys(re).length); // expect: a(b)? 0

// compile
var compiled = /a/g;
compiled.lastIndex = 3;
print(compiled.compile('b+', 'i') === compiled, String(compiled), compiled.lastIndex, compiled.test('aBB'));
// expect: true /b+/i 0 true
compiled.compile(/z/m);
print(String(compiled)); // expect: /z/m
print(String(compiled.compile())); // expect: /(?:)/

// More than a cache of patterns holds.
var last;
for (var i = 0; i < 3000; i++) last = new RegExp('a{' + i + '}b');
print(last.source, last.test('b'), new RegExp('a{0}b').test('b')); // expect: a{2999}b false true
print(new RegExp('12').test('3123'), new RegExp('12').exec('3123').index); // expect: true 1

function message(f) {
    try { f(); return 'nothing'; } catch (e) { return e.name + ': ' + e.message; }
}
print(message(function () { new RegExp('('); }));
// expect: SyntaxError: Invalid regular expression: /(/: Unterminated group
print(message(function () { new RegExp('(', 'i'); }));
// expect: SyntaxError: Invalid regular expression: /(/i: Unterminated group
print(message(function () { new RegExp('a', 'gg'); }));
// expect: SyntaxError: Invalid flags supplied to RegExp constructor 'gg'
print(message(function () { new RegExp('a', 'x'); }));
// expect: SyntaxError: Invalid flags supplied to RegExp constructor 'x'
print(message(function () { RegExp.prototype.exec.call({}); }));
// expect: TypeError: Method RegExp.prototype.exec called on incompatible receiver #<Object>
print(message(function () { RegExp.prototype.test.call(1); }).slice(0, 9)); // expect: TypeError
print(message(function () { getter.get.call({}); }));
// expect: TypeError: RegExp.prototype.global getter called on non-RegExp object
print(message(function () { Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get.call({}); }));
// expect: TypeError: RegExp.prototype.source getter called on non-RegExp object
print(message(function () { /a/.compile(/b/, 'g'); }));
// expect: TypeError: Cannot supply flags when constructing one RegExp from another
print(message(function () { 'a'.startsWith(/a/); }));
// expect: TypeError: First argument to String.prototype.startsWith must not be a regular expression
print(message(function () { 'a'.endsWith(/a/); }));
// expect: TypeError: First argument to String.prototype.endsWith must not be a regular expression
print(message(function () { 'a'.includes(/a/); }));
// expect: TypeError: First argument to String.prototype.includes must not be a regular expression
print(message(function () { 'a'.replaceAll(/a/, ''); }));
// expect: TypeError: String.prototype.replaceAll called with a non-global RegExp argument
