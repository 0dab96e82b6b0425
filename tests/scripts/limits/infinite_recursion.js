// slow: the stack is deep when it is collected
function rec(n) { return rec(n + 1) + 1; }
try { rec(0); } catch (e) { print(e.name, e instanceof RangeError); } // expect: RangeError true
// How deep the limit lies is the machine's own affair, so no global variable tells of it.
function depth() {
    var calls = 0;
    function count() { calls++; count(); }
    try { count(); } catch (e) { return calls; }
}
print(depth() > 1000); // expect: true
print(rec.name, 1 + 1); // expect: rec 2
