// dijkstrajs: shortest paths in weighted graphs.
var dijkstra = require("dijkstrajs");
var graph = {}, seed = 17;
function random(n) { seed = (seed * 16807) % 2147483647; return seed % n; }
for (var i = 0; i < 120; i++) { graph["n" + i] = {}; for (var k = 0; k < 4; k++) graph["n" + i]["n" + random(120)] = 1 + random(30); graph["n" + i]["n" + (i + 1) % 120] = 25; }
print(dijkstra.find_path(graph, "n0", "n119").join(" "));
print(dijkstra.find_path({ a: { b: 10, d: 1 }, b: { a: 1, c: 1, e: 1 }, c: { b: 1, f: 1 }, d: { a: 1, e: 1, g: 1 }, e: { b: 1, d: 1, f: 1, h: 1 }, f: { c: 1, e: 1, i: 1 }, g: { d: 1, h: 1 }, h: { e: 1, g: 1, i: 1 }, i: { f: 1, h: 1 } }, "a", "i").join());
try { dijkstra.find_path({ a: {}, b: {} }, "a", "b"); } catch (error) { print(error.message); }
var predecessors = dijkstra.single_source_shortest_paths(graph, "n5");
print(Object.keys(predecessors).length, dijkstra.extract_shortest_path_from_predecessor_list(predecessors, "n60").join());
