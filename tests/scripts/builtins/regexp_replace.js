// String.prototype.replace with regular expressions.

print('abcabc'.replace(/b/, 'X'), 'abcabc'.replace(/b/g, 'X'), 'abc'.replace(/x/g, 'X'), 'abc'.replace(/b/));
// expect: aXcabc aXcaXc abc aundefinedc
print('abc'.replace(/(?:)/g, '-'), 'abc'.replace(/(?:)/, '-'), ''.replace(/(?:)/g, '-'), 'aaa'.replace(/a*/g, 'x'));
// expect: -a-b-c- -abc - xx

// References in the text
print('xaby'.replace(/(a)(b)/, '[$&|$1|$2|$`|$\'|$$|$3|$0|$10|$01|$]')); // expect: x[ab|a|b|x|y|$|$3|$0|a0|a|$]y
print('abcdefghijkl'.replace(/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/, '$11-$10-$1-$12-$99-$00'));
// expect: k-j-a-a2-i9-$00l
print('ab'.replace(/(a)|(x)/g, '<$1$2>'), 'ab'.replace(/a/, '$1$<n>')); // expect: <a>b $1$<n>b
print('John Smith'.replace(/(\w+)\s(\w+)/, '$2, $1'), 'aXbX'.replace(/X/g, '$`'), 'aXbX'.replace(/X/g, "$'"));
// expect: Smith, John aabaXb abXb
print('ab'.replace('a', '$1$&$$'), 'ab'.replace('b', '[$`]')); // expect: $1a$b a[a]

// Functions
print('abc'.replace(/(b)(x)?/, function (all, b, x, at, whole) { // expect: a[b,b,,1,abc,5]c
    return '[' + [all, b, x, at, whole, arguments.length].join() + ']';
}));
print('a1b22'.replace(/\d+/g, function (digits) { return digits * 2; })); // expect: a2b44
print('abc'.replace(/b/, function () { return undefined; }), 'abc'.replace(/b/, function () { return '$&'; }));
// expect: aundefinedc a$&c
print('abc'.replace(/./g, function (unit, at) { return at + unit.toUpperCase(); })); // expect: 0A1B2C

// All matches are found before the first call.
var seen = [];
var re = /(.)/g;
print('abc'.replace(re, function (all, group, at) { // expect: --- c0,x100,x100 100
    seen.push(RegExp.$1 + re.lastIndex);
    re.lastIndex = 100;
    /zzz(x)/.exec('zzzx');
    return '-';
}), seen.join(), re.lastIndex);
print('aaa'.replace(/a/g, function (a, at) { return 'bbb'.replace(/b/g, function () { return at; }); }));
// expect: 000111222
try {
    'abc'.replace(/b/g, function () { throw new RangeError('from the callback'); });
} catch (e) {
    print(e.message); // expect: from the callback
}

// lastIndex
var global = /a/g;
global.lastIndex = 2;
print('aaa'.replace(global, 'b'), global.lastIndex); // expect: bbb 0
var plain = /a/;
plain.lastIndex = 2;
print('aaa'.replace(plain, 'b'), plain.lastIndex); // expect: baa 2

// Characters of two bytes
print('\u0416a\u0416'.replace(/a/, 'b') === '\u0416b\u0416', 'aXa'.replace(/X/, '\u0416') === 'a\u0416a');
// expect: true true
print('\u0416a'.replace(/\u0416/g, '') === 'a', 'caf\u00e9'.replace(/\u00e9/, 'e')); // expect: true cafe

// The order in which things are converted
var log = [];
function named(name, value) {
    return { toString: function () { log.push(name); return value; } };
}
String.prototype.replace.call(named('this', 'abc'), /b/, named('replacement', 'X'));
print(log.join()); // expect: this,replacement

print('aaa'.replaceAll(/a/g, 'b'), 'aXbX'.replaceAll(/X/g, function (x, at) { return at; })); // expect: bbb a1b3

// With an exec of one's own, every step can be seen.
function Fake(results) {
    var re = /never/g;
    re.exec = function (string) {
        print('exec', string, this.lastIndex);
        return results.length ? results.shift() : null;
    };
    return re;
}
print('abcdef'.replace(Fake([{ 0: 'bc', 1: 'B', index: 1, length: 2 }, { 0: '', index: 4, length: 1 }]), '[$&$1]'));
// expect: exec abcdef 0
// expect: exec abcdef 0
// expect: exec abcdef 1
// expect: a[bcB]d[$1]ef
print('abcdef'.replace(Fake([{ 0: 'bc', index: 1, length: 1, groups: { n: 'name' } }]), '[$<n>$<m>$<n]'));
// expect: exec abcdef 0
// expect: exec abcdef 0
// expect: a[name$<n]def
print('abcdef'.replace(Fake([{ 0: 'bc', 1: 7, index: 1, length: 3 }]), function () {
// expect: exec abcdef 0
// expect: exec abcdef 0
// expect: a[bc|7||1|abcdef]def
    return '[' + Array.prototype.join.call(arguments, '|') + ']';
}));
print('abcdef'.replace(Fake([{ 0: 'f', index: 100 }, { 0: 'a', index: -3 }]), 'X'));
// expect: exec abcdef 0
// expect: exec abcdef 0
// expect: exec abcdef 0
// expect: abcdefX

// Growing text
var text = 'ab';
for (var i = 0; i < 10; i++) text = text.replace(/a|b/g, function (unit) { return unit === 'a' ? 'ab' : 'ba'; });
print(text.length, text.slice(0, 16), text.replace(/(a)(b)/g, '$2$1').length); // expect: 2048 abbabaabbaababba 2048
