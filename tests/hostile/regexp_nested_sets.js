// Classes of v that lie in each other, with large sets waiting on the left side of their operators.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
var kept = [];
for (;;) {
    try { kept.push(new RegExp(repeat('[\\p{L}--', 20000) + '[a]' + repeat(']', 20000), 'iv')); } catch (error) { kept.length = 0; }
    try { kept.push(new RegExp(repeat('[^', 100000) + 'a' + repeat(']', 100000), 'v')); } catch (error) { kept.length = 0; }
}
