// slow: the stack is deep when it is collected
function rec(n) { return rec(n + 1) + 1; }
try { rec(0); } catch (e) { print(e.name, e instanceof RangeError); } // expect: RangeError true
var depth = 0;
function count() { depth++; count(); }
try { count(); } catch (e) { print(depth > 1000); } // expect: true
print(rec.name, 1 + 1); // expect: rec 2
