// Functions in nested blocks, each of which may become a variable of the function.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
var s = ''; for (var i = 0; i < 20000; i++) s += 'function f' + i + '(){}';
eval(repeat('{', 10000) + s + repeat('}', 10000));
