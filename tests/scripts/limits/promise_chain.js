// slow: a chain of a million promises
(function () {
  var p = Promise.resolve(0);
  for (var i = 0; i < 1e6; i++) p = p.then(function (v) { return v + 1; });
  p.then(function (v) { print(v); }); // expect: 1000000
})();
