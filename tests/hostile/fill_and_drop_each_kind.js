// --timeout 2000
// What was one kind of cell must be of use to the next: 207 MB were resident under a cap of 64 MB.
var makers = [
  function (i) { return { a: i, b: 1, c: 2 }; },
  function (i) { return 'text number ' + i + ' of some length'; },
  function (i) { return [i, i, i, i, i, i]; },
  function (i) { return function () { return i; }; },
  function (i) { return i + 0.5 + ''; },
  function (i) { return new Date(i); },
  function (i) { return /a/; },
  function (i) { var o = {}; o['p' + i] = 1; return o; },
  function (i) { return new Error(i); },
  function (i) { return (function () { return arguments; })(i, i); },
  function (i) { return Object.create(null, { p: { get: function () { return i; } } }); },
  function (i) { return { n: { n: { n: i } } }; },
  function (i) { return Object(i); },
  function (i) { with ({ i: i }) return function () { return i; }; },
  function (i) { return function f() { return eval('i'); }; },
  function (i) { return (function () { eval('var e' + i % 50); return function () { return i; }; })(); },
  function (i) { return print.bind(null, i); }
];
makers.forEach(function (maker) {
  var list = []; for (var i = 0; i < 60000; i++) list.push(maker(i));
});
