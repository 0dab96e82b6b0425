// needs: RegExp
// underscore: collections, objects, functions, templates.
var _ = require("underscore");
print(_.map([1, 2, 3], function (n) { return n * 3; }).join(), _.reduce([1, 2, 3], function (a, b) { return a + b; }, 0), _.filter(_.range(20), function (n) { return n % 3 === 0; }).join(), _.sortBy(["bb", "a", "ccc"], "length").join());
print(JSON.stringify(_.groupBy([1.3, 2.1, 2.4], Math.floor)), JSON.stringify(_.countBy(["one", "two", "three"], "length")), JSON.stringify(_.indexBy([{ id: 1 }, { id: 2 }], "id")), _.flatten([1, [2, [3, [4]]]]).join(), _.uniq([1, 2, 1, 4, 1, 3]).join(), _.zip(["a", "b"], [1, 2]).join(";"));
print(_.isEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), _.isEqual([1, 2], [1, 3]), JSON.stringify(_.extend({ a: 1 }, { b: 2 })), JSON.stringify(_.pick({ a: 1, b: 2, c: 3 }, "a", "c")), JSON.stringify(_.omit({ a: 1, b: 2 }, "a")), JSON.stringify(_.invert({ a: "x", b: "y" })), _.chain([4, 2, 8]).sort().map(String).value().join("|"));
print(_.escape("<a & 'b'>"), _.unescape("&lt;a&gt;"), _.template("Hello <%= name %>: <% _.each(list, function (v) { %>(<%- v %>)<% }); %>")({ name: "T", list: ["<x>", 2] }), _.isArguments((function () { return arguments; })()), _.isRegExp(/x/));
var memo = _.memoize(function (n) { return n < 2 ? n : memo(n - 1) + memo(n - 2); }); print(memo(50), _.compose(function (a) { return a + "!"; }, function (a) { return a.toUpperCase(); })("hi"), _.partial(function (a, b, c) { return a + b + c; }, 1, _, 3)(2), _.once(function () { return 7; })(), _.bind(function () { return this.v; }, { v: "bound" })());
