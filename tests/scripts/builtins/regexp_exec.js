// exec and test: results, captures, lastIndex.

function show(value) {
    return JSON.stringify(value, function (key, value) { return value === undefined ? '-' : value; });
}

var match = /(a)(x)?(b)/.exec('zzab!');
print(show(match), match.index, match.input, match.groups, match.length, Array.isArray(match));
// expect: ["ab","a","-","b"] 2 zzab! undefined 4 true
print(Object.getOwnPropertyNames(match).join(), 2 in match, match[2]);
// expect: 0,1,2,3,length,index,input,groups true undefined
print(JSON.stringify(Object.getOwnPropertyDescriptor(match, 'index')));
// expect: {"value":2,"writable":true,"enumerable":true,"configurable":true}
print(/x/.exec('abc'), /x/.test('abc'), /b/.test('abc'), /undefined/.test()); // expect: null false true true
print(show(/(?:)/.exec('')), show(/$/.exec('abc')), /$/.exec('abc').index); // expect: [""] [""] 3
print(show(/1/.exec(213)), show(/null/.exec(null)), show(/true/.exec({ toString: function () { return 'true!'; } })));
// expect: ["1"] ["null"] ["true"]

// Strings of two bytes a character, and long ones made of pieces.
print(show(/\u0416+/.exec('ab\u0416\u0416c')), show(/b(.)/.exec('ab\u0416')), show(/[^\u0000-\u00ff]/.exec('\u00ff\u0100')));
// expect: ["ЖЖ"] ["bЖ","Ж"] ["Ā"]
var piece = '';
for (var i = 0; i < 100; i++) piece += 'abcdefghij' + i;
print(/j99$/.exec(piece).index, /(.*)e/.exec(piece)[1].length); // expect: 1187 1182

// lastIndex
var global = /a/g;
print(global.lastIndex, global.exec('banana').index, global.lastIndex, global.exec('banana').index, global.lastIndex);
// expect: 0 1 2 3 4
print(global.exec('banana').index, global.exec('banana'), global.lastIndex); // expect: 5 null 0
global.lastIndex = 100;
print(global.test('aaa'), global.lastIndex); // expect: false 0
global.lastIndex = '1';
print(global.exec('aaa').index, global.lastIndex); // expect: 1 2
global.lastIndex = -5;
print(global.exec('aaa').index, global.lastIndex); // expect: 0 1
global.lastIndex = 1.9;
print(global.exec('aaa').index); // expect: 1
global.lastIndex = NaN;
print(global.exec('aaa').index); // expect: 0
global.lastIndex = Infinity;
print(global.exec('aaa'), global.lastIndex); // expect: null 0
var plain = /a/;
plain.lastIndex = 2;
print(plain.exec('aaa').index, plain.lastIndex); // expect: 0 2
plain.lastIndex = { valueOf: function () { print('converted'); return 0; } };
print(plain.test('a'));
// expect: converted
// expect: true
print(typeof plain.lastIndex); // expect: object

var frozen = Object.freeze(/a/g);
function thrown(f) {
    try { return f(); } catch (e) { return e.name; }
}
print(thrown(function () { return frozen.exec('a'); }), thrown(function () { return frozen.exec('b'); }));
// expect: TypeError TypeError
print(thrown(function () { return Object.freeze(/a/).test('a'); })); // expect: true

// exec of a script goes before the built-in one, for test.
var own = /a/;
own.exec = function (string) { print('own exec', string); return null; };
print(own.test('a'));
// expect: own exec a
// expect: false
own.exec = function () { return {}; };
print(own.test('b')); // expect: true
own.exec = function () { return 1; };
print(thrown(function () { return own.test('b'); })); // expect: TypeError
own.exec = 5;
print(own.test('a'), own.test('b')); // expect: true false

// Flags of later editions
print(/./.test('\n'), /./s.test('\n'), /a/y.test('ba'), /a/y.test('ab')); // expect: false true false true
var sticky = /a/y;
print(sticky.test('aab'), sticky.lastIndex, sticky.test('aab'), sticky.lastIndex, sticky.test('aab'), sticky.lastIndex);
// expect: true 1 true 2 false 0
var indices = /(a)|(b)/d.exec('xb').indices;
print(show(indices), Object.getOwnPropertyNames(indices).join(), indices.groups);
// expect: [[1,2],"-",[1,2]] 0,1,2,length,groups undefined
print(Object.getOwnPropertyNames(/a/d.exec('a')).join(), /a/.exec('a').indices);
// expect: 0,length,index,input,groups,indices undefined

// A loop over matches, as programs have it.
var text = 'k1=v1;k2=v2;k3', pair = /(\w+)(?:=(\w+))?;?/g, found, pairs = [];
while ((found = pair.exec(text)) !== null) pairs.push(found[1] + ':' + found[2] + '@' + found.index);
print(pairs.join(' ')); // expect: k1:v1@0 k2:v2@6 k3:undefined@12
