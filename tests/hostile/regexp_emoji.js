// Properties of strings again and again, and classes with as many strings as may be.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
var words = '';
for (var i = 0; i < 30000; i++) words += '|' + i.toString(36) + 'w';
var text = repeat('\u{1F468}\u200d\u{1F469}\u200d', 20000), count = 0;
for (;;) {
    count++;
    new RegExp(repeat('\\p{RGI_Emoji}', 100) + count, 'v').test(text);
    new RegExp('[\\q{' + words + count + '}--\\q{w}]+$', 'iv').test(text);
    try { new RegExp('[\\q{a' + repeat('b', 100000) + '|' + repeat('c', 100000) + '}]', 'v').test(text); } catch (error) { }
    new RegExp('(?:\\p{RGI_Emoji}|\\p{L}*)*' + count, 'v').test(text);
}
