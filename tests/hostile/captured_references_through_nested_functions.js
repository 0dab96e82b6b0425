// Depth × references to a variable of the outermost function.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
eval('(function(x){' + repeat('(function(){', 1500) + repeat('x;', 400000) + repeat('})', 1500) + '})');
