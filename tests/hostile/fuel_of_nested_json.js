// --fuel 10000000 --timeout 1500
// Whether an object is being written already is asked anew at each of many small arrays below a thousand others: looking through
// all that are open made ten million units of fuel last for seven seconds.
var count = 0, twice = { toJSON: function () { return count++ % 10 ? [twice, twice] : 1 } };
var leaves = [];
for (var i = 0; i < 2000; i++) leaves[i] = [];
for (i = 0; i < 2000; i++) leaves = [leaves];
for (;;) {
  try { JSON.stringify(twice); } catch (e) { count = 0; }
  try { JSON.stringify(leaves); } catch (e) { }
  try { leaves.join(); } catch (e) { }
}
