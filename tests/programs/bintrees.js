// bintrees: red-black and binary trees with iterators.
var RBTree = require("bintrees").RBTree, BinTree = require("bintrees").BinTree;
function run(Tree) {
  var tree = new Tree(function (a, b) { return a - b; }), inserted = 0, removed = 0, seed = 99;
  for (var i = 0; i < 3000; i++) { seed = (seed * 48271) % 2147483647; if (tree.insert(seed % 5000)) inserted++; }
  for (i = 0; i < 5000; i += 3) if (tree.remove(i)) removed++;
  var sum = 0, previous = -1, sorted = true;
  tree.each(function (value) { sum += value; sorted = sorted && value > previous; previous = value; });
  var it = tree.iterator(), first = [], item;
  while ((item = it.next()) !== null && first.length < 15) first.push(item);
  print(tree.size, inserted, removed, sum, sorted, tree.min(), tree.max(), first.join(), tree.find(301), tree.find(300), tree.lowerBound(1000).data(), tree.upperBound(1000).data());
  var reversed = [];
  tree.reach(function (value) { if (reversed.length < 5) reversed.push(value); });
  print(reversed.join(), tree.findIter(tree.min()).next());
}
run(RBTree);
run(BinTree);
