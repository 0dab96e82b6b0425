// not for node: it has no tail calls
// options: --tail-calls always
// slow: a million of calls
// "use notail" and "use duk notail": the function that is called keeps its caller's activation; which function calls makes no difference.
function caught(callback) { try { return callback(); } catch (error) { return error.name; } }
(function () {
  var DEEP = 1000000;
  function keeps(n) { "use notail"; return n === 0 ? "end" : gives(n - 1); }
  function gives(n) { return n === 0 ? "end" : keeps(n - 1); }
  print(caught(function () { return gives(DEEP); })); // expect: RangeError
  print(keeps(100), gives(101)); // expect: end end
  // The directive of the caller does not matter: only the first call is kept here.
  function first(n) { "use notail"; return next(n); }
  function next(n) { return n === 0 ? "deep" : next(n - 1); }
  print(caught(function () { return first(DEEP); })); // expect: deep
  // Whoever calls: a function of another name, a method, one that is bound or called by `call`.
  function refuses(callback) { "use duk notail"; return callback(); }
  function through(n) { return n === 0 ? "end" : refuses(function () { return through(n - 1); }); }
  print(caught(function () { return through(DEEP); })); // expect: RangeError
  var object = { keeps: function (n) { "use notail"; return n === 0 ? "end" : this.gives(n - 1); }, gives: function (n) { return this.keeps(n); } };
  print(caught(function () { return object.gives(DEEP); }), object.gives(50)); // expect: RangeError end
  var bound = function (n) { "use notail"; return n === 0 ? "end" : bound(n - 1); }.bind(null);
  print(caught(function () { return bound(DEEP); }), bound(20)); // expect: RangeError end
})();
