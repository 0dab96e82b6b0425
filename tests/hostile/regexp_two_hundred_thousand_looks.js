// Memory: the tree, the programs of both matchers and their tables for a pattern of 200,000 looks.
var kept = []; for (;;) { var r = new RegExp(Array(200001).join('(?=a)')); kept.push(r, r.test('ab')); }
