// Names that eval adds to a scope, looked up one after the other.
(function () {
  var s = ''; for (var i = 0; i < 20000; i++) s += 'var v' + i + '=1;';
  eval(s);
  for (;;) for (var i = 0; i < 20000; i += 97) eval('v' + i + '; v19999');
})();
