// lodash as it is published in modules, some six hundred of them.
import _, { chunk, debounce, groupBy, merge, template } from "lodash-es";
print(chunk([1, 2, 3, 4, 5], 2).join(";"), JSON.stringify(groupBy(["one", "two", "three"], "length")), typeof debounce);
print(JSON.stringify(merge({ a: [{ b: 2 }, { d: 4 }] }, { a: [{ c: 3 }, { e: 5 }] })), _.isEqual(new Map([[1, new Set([2])]]), new Map([[1, new Set([2])]])));
print(_(_.range(300)).filter(n => n % 3).map(n => n * n).takeRight(4).value().join(), _.sortBy([{ a: 2, b: 1 }, { a: 1, b: 2 }, { a: 1, b: 1 }], ["a", "b"]).map(o => `${o.a}${o.b}`).join());
print(template("<% _.each(list, function (x) { %><i><%- x %></i><% }) %>")({ list: ["<", "b"] }), _.camelCase("Foo bar_baz"), _.deburr("déjà vu"), _.words("fooBar, baz & 12").join("|"), _.truncate("hi-diddly-ho there, neighborino", { length: 24, separator: /,? +/ }));
print(JSON.stringify(_.cloneDeep({ a: [1, new Date(0), /x/g], m: [...new Map([[1, { b: 2 }]])] })), _.curry((a, b, c) => a + b + c)(1)(2)(3), _.flow([x => x + 1, x => x * 2])(3), _.memoize(x => x * 2)(4), _.invertBy({ a: 1, b: 2, c: 1 })[1].join());
print(_.orderBy(_.uniqBy([2.1, 1.2, 2.3], Math.floor), [], ["desc"]).join(), _.zipWith([1, 2], [10, 20], _.add).join(), _.get({ a: [{ b: { c: 3 } }] }, "a[0].b.c"), JSON.stringify(_.set({}, ["x", "0", "y"], 4)), _.padStart("7", 3, "0"), _.toPath("a[0].b['c']").join("|"));
