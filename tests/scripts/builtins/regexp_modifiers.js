// Modifiers, and one name for groups of several alternatives.
// not for node: the installed one may not have them

function show(value) {
    return JSON.stringify(value, function (key, value) { return value === undefined ? '-' : value; });
}
function thrown(f) {
    try { return String(f()); } catch (error) { return error.name; }
}

print(/(?i:a)b/.test('Ab'), /(?i:a)b/.test('AB'), /(?-i:a)b/i.test('aB'), /(?-i:a)b/i.test('AB')); // expect: true false true false
print(/(?s:.).?/.exec('\n\n')[0].length, /(?-s:.)/s.test('\n'), /(?m:^b$)/.test('a\nb\nc'), /(?-m:^b)/m.test('a\nb')); // expect: 1 false true false
print(/(?i:(?-i:a)b)c/.test('aBc'), /(?i:(?-i:a)b)c/.test('ABc'), /(?im-s:^a.)/s.exec('\nAbc')[0]); // expect: true false Ab
print(/(?i:(a))\1/.test('Aa'), /(a)(?i:\1)/.test('aA'), /(?i:[b-d]\w)/u.test('C\u017f'), /(?i:k)\b/u.test('k\u017f')); // expect: false true true true
print(/(?i:\b)\u017f/u.test('a\u017f'), /\b\u017f/u.test('a\u017f'), /(?<=(?i:A))b/.test('ab')); // expect: false true true
['(?ii:a)', '(?i-i:a)', '(?-:a)', '(?-)', '(?g:a)', '(?i', '(?i)', '(?I:a)', '(?\\u{69}:a)'].forEach(function (source) {
    if (thrown(function () { return RegExp(source); }) !== 'SyntaxError') print(source);
});
print(/(?:)/.flags === '', /(?i:a)/.ignoreCase); // expect: true false

var match = /(?:(?<x>a)|(?<y>b)|(?<x>c))(?<z>d)?/.exec('cd');
print(show(match.groups), Object.keys(match.groups).join()); // expect: {"x":"c","y":"-","z":"d"} x,y,z
print(/(?:(?<x>a)|(?<x>b))\k<x>/.exec('abb')[0], /(?:(?<x>a)|(?<x>b))*\k<x>$/.exec('abb')[0]); // expect: bb abb
print(/(?:(?:(?<x>a)|(?<x>b))c)*\k<x>/.exec('acbcb')[0], /\k<x>(?:(?<x>a)|(?<x>b))/.exec('b')[0]); // expect: acbcb b
print(/(?<=\k<x>(?:(?<x>a)|(?<x>b)))c/.exec('abbc').index); // expect: 3
print(show(/(?<x>a)|(?<x>b)/d.exec('b').indices.groups), 'ab'.replace(/(?<x>a)|(?<x>b)/g, '[$<x>]')); // expect: {"x":[0,1]} [a][b]
print('ab'.replace(/(?<x>a)|(?<x>b)/g, function () { return show(arguments[arguments.length - 1]); })); // expect: {"x":"a"}{"x":"b"}
['(?<x>a)(?<x>b)', '(?:(?<x>a)|b)(?<x>c)', '(?<x>(?<x>a))', '(?<x>a|(?<x>b))', '(?<x>a)|(?:(?<x>b)(?<x>c))'].forEach(function (source) {
    if (thrown(function () { return RegExp(source); }) !== 'SyntaxError') print(source);
});
