// Properties of the constructor that tell of the last match.
// not for node: setters are absent, as the proposal has them, and names of getters differ

/(b)(c)?/.exec('abd');
print([RegExp.$1, RegExp.$2, RegExp.$9, RegExp.lastMatch, RegExp.lastParen, RegExp.leftContext, RegExp.rightContext].join('|')); // expect: b|||b||a|d
print([RegExp['$&'], RegExp['$+'], RegExp['$`'], RegExp["$'"], RegExp.input, RegExp.$_].join('|')); // expect: b||a|d|abd|abd
/nothing/.exec('abd');
print(RegExp.lastMatch, RegExp.input); // expect: b abd
'xyz'.replace(/y/, '');
print(RegExp.leftContext, RegExp.lastMatch, RegExp.rightContext, RegExp.$1 === ''); // expect: x y z true
'k=v'.split(/(=)/);
print(RegExp.$1); // expect: =
'aXbY'.match(/[A-Z]/g);
print(RegExp.lastMatch, RegExp.leftContext); // expect: Y aXb
/(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)(!)/.test('1234567890!');
print(RegExp.$1 + RegExp.$9, RegExp.lastParen); // expect: 19 !
'q'.search(/q/);
print(RegExp.lastMatch, RegExp.$1 === '', RegExp.$9 === '', RegExp.lastParen === ''); // expect: q true true true

RegExp.input = 5;
print(RegExp.input === '5', RegExp.$_ === '5', RegExp.lastMatch); // expect: true true q
var property = Object.getOwnPropertyDescriptor(RegExp, '$1');
print(typeof property.get, property.set, property.enumerable, property.configurable); // expect: function undefined false true
try {
    property.get.call({});
} catch (e) {
    print(e.name); // expect: TypeError
}
print(Object.keys(RegExp).length); // expect: 0

if (/^(\w+)@(\w+)$/.test('me@here')) print(RegExp.$2 + ' ' + RegExp.$1); // expect: here me

// split looks for no separator at the end.
/q/.test('xqy');
'ab'.split(/$/);
print(RegExp.leftContext); // expect: x
