// String.prototype.split, match and search with regular expressions.

function show(value) {
    return JSON.stringify(value, function (key, value) { return value === undefined ? '-' : value; });
}

// split
print(show('a,b;c'.split(/[,;]/)), show('abc'.split(/(?:)/)), show(''.split(/x/)), show(''.split(/(?:)/)));
// expect: ["a","b","c"] ["a","b","c"] [""] []
print(show('a1b2c'.split(/(\d)/)), show('ab'.split(/a*?/)), show('ab'.split(/a*/)), show('aab'.split(/(a)|b/)));
// expect: ["a","1","b","2","c"] ["a","b"] ["","b"] ["","a","","a","","-",""]
print(show('A<B>bold</B>and<CODE>coded</CODE>'.split(/<(\/)?([^<>]+)>/)));
// expect: ["A","-","B","bold","/","B","and","-","CODE","coded","/","CODE",""]
print(show('a,b,c'.split(/,/, 2)), show('a,b'.split(/,/, 0)), show('a1b2c'.split(/(\d)/, 2)), show('a,b'.split(/,/, -1)));
// expect: ["a","b"] [] ["a","1"] ["a","b"]
print(show('a,b,c'.split(/,/, '2')), show('a,b,c'.split(/,/, { valueOf: function () { return 1; } })));
// expect: ["a","b"] ["a"]
print(show(',a,,b,'.split(/,/)), show('  a  b '.split(/\s+/)), show('abc'.split(/$/)), show('abc'.split(/^/)));
// expect: ["","a","","b",""] ["","a","b",""] ["abc"] ["abc"]
print(show('a\nb'.split(/^/m)), show('abc'.split(/b/g)), show('\u0416,\u0417'.split(/,/)));
// expect: ["a\n","b"] ["a","c"] ["Ж","З"]
var separator = /,/g;
separator.lastIndex = 3;
print(show('a,b,c,d'.split(separator)), separator.lastIndex); // expect: ["a","b","c","d"] 3
var unusual = /,/;
unusual.constructor = 5;
try {
    'a,b'.split(unusual);
} catch (e) {
    print(e.name); // expect: TypeError
}
unusual.constructor = undefined;
print(show('a,b'.split(unusual))); // expect: ["a","b"]

// match
print(show('abcabc'.match(/b/g)), show('abcabc'.match(/b(c)/)), 'abc'.match(/x/), 'abc'.match(/x/g));
// expect: ["b","b"] ["bc","c"] null null
print(show('abc'.match('b')), show('abc'.match()), show('a.c'.match('.')), show('abc'.match(/(?:)/g)));
// expect: ["b"] [""] ["a"] ["","","",""]
print('x1y'.match(1).index, show('aBAb'.match(/ab?/gi)), show('undefined'.match(undefined)));
// expect: 1 ["aB","Ab"] [""]
var global = /a/g;
global.lastIndex = 5;
print(show('aaa'.match(global)), global.lastIndex, 'abc'.match(/z/g), show('\u0416\u0417'.match(/./g)));
// expect: ["a","a","a"] 0 null ["Ж","З"]
try {
    'a'.match('(');
} catch (e) {
    print(e.name); // expect: SyntaxError
}

// search
print('abc'.search(/c/), 'abc'.search('b'), 'abc'.search(/x/), 'abc'.search(), 'a.c'.search('.')); // expect: 2 1 -1 0 0
global.lastIndex = 2;
print('xaaa'.search(global), global.lastIndex); // expect: 1 2
global.lastIndex = -0;
print('xaaa'.search(global), 1 / global.lastIndex); // expect: 1 -Infinity

// Primitive and other values for this
print(show(String.prototype.match.call(123, /2/)), String.prototype.search.call(true, /u/)); // expect: ["2"] 2
print(show(String.prototype.split.call([1, 2], /,/))); // expect: ["1","2"]
['match', 'search', 'split', 'replace'].forEach(function (name) {
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
    try {
        String.prototype[name].call(null, /x/);
    } catch (e) {
        print(e.name);
    }
});
