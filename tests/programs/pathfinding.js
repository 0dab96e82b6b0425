// pathfinding: every finder over the same maze.
var PF = require("pathfinding");
var width = 40, height = 30, seed = 5, matrix = [];
for (var y = 0; y < height; y++) { matrix[y] = []; for (var x = 0; x < width; x++) { seed = (seed * 16807) % 2147483647; matrix[y][x] = seed % 100 < 24 && x + y > 2 && x + y < width + height - 5 ? 1 : 0; } }
var finders = ["AStarFinder", "BestFirstFinder", "BreadthFirstFinder", "DijkstraFinder", "BiAStarFinder", "BiBestFirstFinder", "BiBreadthFirstFinder", "BiDijkstraFinder", "JumpPointFinder"];
finders.forEach(function (name) {
  var path = new PF[name]({ allowDiagonal: true, dontCrossCorners: true }).findPath(0, 0, width - 1, height - 1, new PF.Grid(width, height, matrix));
  print(name, path.length, Math.round(PF.Util.pathLength(path) * 1000), path.slice(0, 8).join(";"), PF.Util.compressPath(path).length);
});
var straight = new PF.AStarFinder({ heuristic: PF.Heuristic.manhattan }).findPath(0, 0, width - 1, height - 1, new PF.Grid(matrix));
print(straight.length, PF.Util.smoothenPath(new PF.Grid(matrix), straight).length, new PF.AStarFinder().findPath(0, 0, 1, 1, new PF.Grid([[0, 1], [1, 0]])).length);
