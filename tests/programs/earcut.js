// earcut: triangulation of polygons with holes.
var earcut = require("earcut");
print(earcut([10, 0, 0, 50, 60, 60, 70, 10]).join());
print(earcut([0, 0, 100, 0, 100, 100, 0, 100, 20, 20, 80, 20, 80, 80, 20, 80], [4]).join());
var star = [];
for (var i = 0; i < 200; i++) { var r = i % 2 ? 50 : 100 + i % 17, turn = i / 200; star.push(Math.round(r * (1 - 4 * Math.abs(turn - 0.5)) * 100), Math.round(r * (turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4) * 100)); }
var triangles = earcut(star);
print(triangles.length / 3, triangles.slice(0, 60).join(), earcut.deviation(star, null, 2, triangles));
var flat = earcut.flatten([[[0, 0], [10, 0], [10, 10], [0, 10]], [[2, 2], [2, 4], [4, 4], [4, 2]], [[6, 6], [6, 8], [8, 8], [8, 6]]]);
print(flat.vertices.join(), flat.holes.join(), earcut(flat.vertices, flat.holes, flat.dimensions).join());
print(earcut([]).length, earcut([1, 1]).length, earcut([0, 0, 1, 0, 2, 0]).length, earcut([0, 0, 0, 5, 0, 0, 5, 5, 0, 0, 5, 0], null, 3).join());
