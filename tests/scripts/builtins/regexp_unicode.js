// u and v: code points, properties, case folding, sets of v.

function show(value) {
    return JSON.stringify(value, function (key, value) { return value === undefined ? '-' : value; });
}
function thrown(f) {
    try { return String(f()); } catch (error) { return error.name; }
}
function units(text) {
    return Array.from(text, function (character) { return character.codePointAt(0).toString(16); }).join();
}

// Surrogates that belong together are one character, alone they match only alone.
print(/^.$/u.test('\u{1F600}'), /^.$/.test('\u{1F600}'), /\ud83d/u.test('\u{1F600}'), /\ud83d/u.test('\ud83dx'));
// expect: true false false true
print(/\ude00/u.test('\u{1F600}'), /^\ude00/u.test('\ude00'), /(?:\ud83d)\ude00/u.test('\u{1F600}'), /\ud83d\ude00/u.test('\u{1F600}'));
// expect: false true false true
print(units(/[^a]/u.exec('a\u{1F600}')[0]), units(/[\u{1F600}-\u{1F64F}]+/u.exec('x\u{1F600}\u{1F610}y')[0]));
// expect: 1f600 1f600,1f610
print(/(?<=\u{1F600})b/u.exec('\u{1F600}b').index, /(?<!\ud83d)b/u.test('\ud83db'), /(?<=^.)b/u.test('\u{1F600}b'));
// expect: 2 false true
print(/(.)\1/u.exec('\u{1F600}\u{1F601}\u{1F601}').index, /\ud83d(.)\1/u.test('\ud83d\ude00\ud83d'), /(\ud83d)\1/u.test('\ud83d\ud83d\ude00'));
// expect: 2 false false
print(/a.{2,3}b/u.exec('a\u{1F600}\u{1F600}\u{1F600}b')[0].length, /a.{2,3}?b/u.test('a\u{1F600}b'), /.{3}/u.exec('\u{1F600}\u{1F601}\u{1F602}')[0].length);
// expect: 8 false 6
print(/^[^\u{1F600}]*?(.)$/u.exec('ab\u{1F600}')[1].length, /(?:.|x)+$/u.exec('\u{1F600}\ud83d')[0].length);
// expect: 2 3

// lastIndex, empty matches and what goes on behind them.
var sticky = /./uy;
sticky.lastIndex = 1;
print(sticky.test('\u{1F600}a'), sticky.lastIndex); // expect: true 2
print('\u{1F600}a'.replace(/(?:)/gu, '-').length, '\u{1F600}a'.split(/(?:)/u).length, '\u{1F600}a'.match(/(?:)/gu).length, '\u{1F600}\u{1F600}'.match(/(?:)/gv).length);
// expect: 6 2 3 3
print(show([...'\u{1F600}b\u{1F600}'.matchAll(/./gu)].map(function (match) { return match.index; })));
// expect: [0,2,3]
print(show(/(?<x>b)(c)?/du.exec('\u{1F600}b').indices), show(/(?<x>b)/dv.exec('\u{1F600}b').indices.groups));
// expect: [[2,3],[2,3],"-"] {"x":[2,3]}

// Escapes
print(/\u{61}\u0062\x63\cA\0\//u.test('abc\x01\0/'), /[\-\b]/u.test('\b')); // expect: true true
print(['{', '}', ']', '\\a', '\\1', '\\00', '\\c', '\\u{110000}', '\\x', '[\\d-a]', '(?=a)*', '\\k', '\\p', '\\p{Foo}', '\\p{lu}', '\\p{Any=Yes}',
// expect: SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError
    'a{1', '\\p{RGI_Emoji}', '[\\c1]', '\\_'].map(function (source) {
    return thrown(function () { return RegExp(source, 'u'); });
}).join());

// Properties
print(/^\p{Lu}\p{Ll}\P{L}$/u.test('\u00c9\u00e91'), /\p{Script=Greek}/u.test('\u03b1'), /^\p{scx=Deva}$/u.test('\u0964'), /^\p{sc=Deva}$/u.test('\u0964'));
// expect: true true true false
print(/^\p{Any}$/u.test('\ud800'), /\p{ASCII}/u.test('\u0080'), /\p{Assigned}/u.test('\u{10FFFF}'), /^[\p{Nd}_]+$/u.test('1\u0661_'), /[^\P{Lu}]/u.exec('aB')[0]);
// expect: true false false true B
print(/\p{Lu}/iu.test('a'), /\P{Lu}/iu.test('A'), /[^\p{Lu}]/iu.test('a'), /\P{Lu}/iv.test('A'), /[^\P{Lu}]/iu.test('A'));
// expect: true true false false false
print(/^\p{Emoji_Keycap_Sequence}$/v.test('1\ufe0f\u20e3'), /^\p{RGI_Emoji}$/v.test('\u{1F468}\u200d\u{1F469}\u200d\u{1F467}'), /^\p{RGI_Emoji_Flag_Sequence}{2}$/v.test('\u{1F1E6}\u{1F1F9}\u{1F1E9}\u{1F1EA}'));
// expect: true true true
print(/\p{RGI_Emoji}/v.exec('x\u{1F44D}\u{1F3FD}')[0].length, /(?<=\p{RGI_Emoji})x/v.test('\u{1F44D}\u{1F3FD}x'), /(?<=^\p{RGI_Emoji})x/v.test('\u{1F44D}\u{1F3FD}x'));
// expect: 4 true true

// Case
print(/\u{10400}/iu.test('\u{10428}'), /\u{10400}/i.test('\u{10428}'), /\u212a/iu.test('k'), /\u212a/i.test('k'), /\u017f/iu.test('S'), /\u1e9e/iu.test('\u00df'));
// expect: true false true false true true
print(/\w/iu.test('\u017f'), /\W/iu.test('\u017f'), /[^\W]/iu.test('\u212a'), /a\b/iu.test('a\u017f'), /a\b/u.test('a\u017f'), /\u0390/iu.test('\u1fd3'));
// expect: true false true false true true
print(/(\u{10400})\1/iu.test('\u{10400}\u{10428}'), /(k)\1/iu.test('k\u212a'), /(?<=\1(k))/iu.exec('\u212ak').index, /[^x]/iu.test('X'));
// expect: true true 2 false

// Set notation
print(/[\p{L}--[a-z]]+/v.exec('abcXYZ')[0], /[\w&&\d]/v.exec('a1')[0], /[[a-z]--[aeiou]--x]+/v.exec('axebcd')[0], /[^[a-y]]/v.exec('az')[0]);
// expect: XYZ 1 bcd z
print(/[\q{abc|ab|a|}]/v.exec('abcd')[0], /[\q{abc|ab|a|}]$/v.exec('ab')[0], /^[\q{KM}]/vi.test('km'));
// expect: abc ab true
print(/(?<=([\q{abc|bc|c}]))d/v.exec('abcd')[1], /(?<=([\q{abc|bc|c}]))d/v.exec('xbcd')[1], /[[\q{ab|cd}]&&\q{ab}]/v.test('cd'));
// expect: abc bc false
print(/[A--[a]]/vi.test('a'), /[^\p{Lu}]/vi.test('A'), /[\p{Lu}&&\p{Ll}]/vi.test('a'), /[\p{Lu}&&\p{Ll}]/v.test('a'));
// expect: false false true false
print(['[a-z&&b]', '[a&&]', '[(]', '[a-]', '[^\\q{ab}]', '\\P{RGI_Emoji}', '[a!!]', '[&&a]', '[a&&&b]', '[ab--c]', '[\\q]', '[-]', '[a|b]'].map(function (source) {
// expect: SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError
    return thrown(function () { return RegExp(source, 'v'); });
}).join());
print(thrown(function () { return RegExp('', 'uv'); }), /[\-\&\!]/v.test('!'), /a/v.unicodeSets, /a/v.unicode, /a/dgimsvy.flags);
// expect: SyntaxError true true false dgimsvy
