// not for node: version 20 does not have these
var d = Promise.withResolvers();
d.promise.then(function (v) { print("with", v); });
print(Object.keys(d).join()); // expect: promise,resolve,reject
d.resolve("resolvers");
d.reject(1);
Promise.try(function (a, b) { return a + b; }, 1, 2).then(function (v) { print("try", v); });
Promise.try(function () { throw "t"; }).catch(function (e) { print("caught", e); });
Promise.resolve().then(function () { print(1); }).then(function () { print(2); });
// expect: with resolvers
// expect: try 3
// expect: caught t
// expect: 1
// expect: 2
