// rbush: an R-tree filled, searched and emptied.
var rbush = require("rbush");
var seed = 42;
function random(n) { seed = (seed * 16807) % 2147483647; return seed % n; }
function box() { var x = random(1000), y = random(1000); return [x, y, x + random(20), y + random(20)]; }
// rbush 1.x compiles its accessors with `new Function`.
var tree = rbush(9, ["[0]", "[1]", "[2]", "[3]"]), items = [];
for (var i = 0; i < 1500; i++) items.push(box());
tree.load(items.slice(0, 1000));
for (i = 1000; i < 1500; i++) tree.insert(items[i]);
print(tree.all().length, tree.search([100, 100, 200, 200]).length, tree.search([0, 0, 1100, 1100]).length, tree.collides([5000, 5000, 6000, 6000]));
for (i = 0; i < 1500; i += 2) tree.remove(items[i]);
print(tree.all().length, tree.toJSON().height, tree.search([300, 300, 500, 500]).map(function (b) { return b.join("/"); }).sort().slice(0, 12).join(" "));
print(tree.clear().all().length);
