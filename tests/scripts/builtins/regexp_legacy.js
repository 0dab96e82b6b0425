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

// A match of a subclass leaves none: "Legacy RegExp features", RegExpBuiltinExec. Node keeps it.
class Sub extends RegExp {}
function told(read) {
    try {
        return read();
    } catch (error) {
        return error.name;
    }
}
var names = ['$1', '$9', 'input', '$_', 'lastMatch', '$&', 'lastParen', '$+', 'leftContext', '$`', 'rightContext', "$'"];
var all = () => names.map((name) => told(() => RegExp[name] === 'T' || typeof RegExp[name])).join();
/(a)/.exec('xa');
new Sub('(b)').exec('xa');
print(RegExp.$1); // expect: a
new Sub('(b)').exec('xb');
print([...new Set(all().split(','))].join()); // expect: TypeError
RegExp.input = 'T';
print(all()); // expect: TypeError,TypeError,true,true,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError
/(c)/.test('c');
print(RegExp.$1, RegExp.input); // expect: c c
for (let use of [
    () => 'abc'.replace(new Sub('b', 'g'), ''),
    () => 'abc'.match(new Sub('b', 'g')),
    () => 'abc'.search(new Sub('b')),
    () => 'abc'.split(new Sub('b')),
    () => [...'abc'.matchAll(new Sub('b', 'g'))],
    () => new Sub('b', 'y').test('b'),
    () => RegExp.prototype.exec.call(new Sub('b'), 'b'),
    () => Object.setPrototypeOf(new Sub('b'), RegExp.prototype).exec('b'),
    () => Reflect.construct(RegExp, ['b'], Object).exec ?? RegExp.prototype.exec.call(Reflect.construct(RegExp, ['b'], Object), 'b'),
]) {
    /(d)/.exec('d');
    use();
    print(told(() => RegExp.$1)); // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
                                  // expect: TypeError
}
// What %RegExp% makes keeps its features, whatever its prototype.
Object.setPrototypeOf(/(e)/, Sub.prototype).exec('e');
print(RegExp.$1); // expect: e
RegExp(new Sub('(f)')).exec('f');
print(RegExp.$1); // expect: f
print(told(() => Sub.$1), told(() => { Sub.input = 1; }), RegExp.input); // expect: TypeError TypeError f
