// clipper-lib: boolean operations on polygons and offsetting.
var ClipperLib = require("clipper-lib");
function ring(cx, cy, r, n) { var points = []; for (var i = 0; i < n; i++) { var t = i / n, u = t * 4; points.push({ X: Math.round(cx + r * (u < 1 ? 1 - u : u < 2 ? 1 - u : u < 3 ? u - 3 : u - 3)), Y: Math.round(cy + r * (u < 1 ? u : u < 2 ? 2 - u : u < 3 ? 2 - u : u - 4)) }); } return points; }
var subject = [[{ X: 0, Y: 0 }, { X: 1000, Y: 0 }, { X: 1000, Y: 1000 }, { X: 0, Y: 1000 }], ring(500, 500, 300, 40).reverse()], clip = [ring(800, 500, 400, 32), ring(200, 800, 350, 20)];
["ctIntersection", "ctUnion", "ctDifference", "ctXor"].forEach(function (operation) {
  var clipper = new ClipperLib.Clipper(), solution = new ClipperLib.Paths();
  clipper.AddPaths(subject, ClipperLib.PolyType.ptSubject, true);
  clipper.AddPaths(clip, ClipperLib.PolyType.ptClip, true);
  clipper.Execute(ClipperLib.ClipType[operation], solution, ClipperLib.PolyFillType.pftNonZero, ClipperLib.PolyFillType.pftNonZero);
  print(operation, solution.length, solution.map(function (path) { return Math.round(ClipperLib.Clipper.Area(path)); }).join(), JSON.stringify(solution[0].slice(0, 4)));
});
var offset = new ClipperLib.ClipperOffset(2, 0.25), grown = new ClipperLib.Paths();
offset.AddPaths(clip, ClipperLib.JoinType.jtMiter, ClipperLib.EndType.etClosedPolygon);
offset.Execute(grown, 50);
print(grown.length, grown.map(function (path) { return Math.round(ClipperLib.Clipper.Area(path)); }).join(), JSON.stringify(ClipperLib.JS.BoundsOfPaths(grown)));
print(JSON.stringify(ClipperLib.Clipper.SimplifyPolygon([{ X: 0, Y: 0 }, { X: 10, Y: 10 }, { X: 10, Y: 0 }, { X: 0, Y: 10 }], ClipperLib.PolyFillType.pftEvenOdd)), ClipperLib.Clipper.PointInPolygon({ X: 5, Y: 5 }, subject[0]));
