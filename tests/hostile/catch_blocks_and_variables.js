// Catch blocks × `var e`.
function repeat(text, times) { var out = ''; while (times-- > 0) out += text; return out; }
eval(repeat('try{}catch(e){', 10000) + repeat('var e;', 100000) + repeat('}', 10000));
