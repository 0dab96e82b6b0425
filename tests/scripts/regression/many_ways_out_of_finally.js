// slow: a source of a megabyte
// Every way out of a `finally` block leads where it should, however many there are; and ways out through several blocks.
function labels(count) { var text = ""; for (var i = 0; i < count; i++) text += "l" + i + ":{"; return text; }
function ends(count) { var text = ""; for (var i = count - 1; i >= 0; i--) text += "}r.push(" + i + ");"; return text; }
function breaks(count) { var text = ""; for (var i = 0; i < count; i++) text += "case " + i + ":break l" + i + ";"; return text; }
function build(count, blocks) {
  var open = "", close = "";
  for (var i = 0; i < blocks; i++) { open += "try{"; close += "}finally{n++}"; }
  return Function("x", "var r=[],n=0;" + labels(count) + open + "switch(x){" + breaks(count) + "default:return 'returned'+n}" + close + ends(count) + "return r.length+' '+r[0]+' '+n");
}
var few = build(5, 1);
print(few(0), "|", few(4), "|", few(9)); // expect: 1 0 1 | 5 4 1 | returned0
var nested = build(40, 3);
print(nested(0), "|", nested(39), "|", nested(17)); // expect: 1 0 3 | 40 39 3 | 18 17 3
// One exit at each level, in turns: numbers of one block do not lie side by side.
var text = "var n = 0, r = ''; ", end = "";
for (var i = 0; i < 30; i++) { text += "a" + i + ":{b" + i + ":{try{"; end = "}finally{n++}}r+='b" + i + "'}r+='a" + i + ";';" + end; }
text += "switch(x){";
for (var i = 0; i < 30; i++) text += "case " + 2 * i + ":break a" + i + ";case " + (2 * i + 1) + ":break b" + i + ";";
var turns = Function("x", text + "}" + end + "return n+r.slice(0,12)");
print(turns(58), turns(59)); // expect: 30a29;b28a28;b 30b29a29;b28a2
print(turns(0), turns(1), turns(2)); // expect: 30a0; 30b0a0; 30a1;b0a0;
// Exceptions pass all the blocks as well, and returned values.
function thrown(x) { var n = 0; try { for (;;) { try { try { if (x === 1) throw "one"; if (x === 2) return "two"; if (x === 3) break; continue; } finally { n++; if (x === 4) x = 3; } } finally { n += 10; } } n += 100; } catch (e) { return e + n; } return "end" + n; }
print(thrown(1), thrown(2), thrown(3), thrown(4)); // expect: one11 two end111 end122
