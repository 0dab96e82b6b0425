// Depth × references.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
eval(repeat('(function(){', 1500) + repeat('x;', 400000) + repeat('})', 1500));
