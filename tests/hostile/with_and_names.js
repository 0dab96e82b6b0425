// `with` × names.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
var s = ''; for (var i = 0; i < 100000; i++) s += 'n' + i + ';';
eval('(function(o){' + repeat('with(o){', 5000) + s + repeat('}', 5000) + '})');
