// concat tape: ../../tests/packages/tape.js exports test
// concat util: ../../tests/packages/util.js exports inspect
// The suite of the shims of Iterator and its helpers: of the shims' own implementations, of what they take where the engine has it,
// and of the engine's own. Without that of `Iterator` itself, which has modules run twice.
// What node printed is of one that has Iterator.zip: 26.

globalThis.process = undefined;
delete globalThis.Intl;
var suites = [
  require('es-iterator-helpers/test/Iterator.concat'),
  require('es-iterator-helpers/test/Iterator.from'),
  require('es-iterator-helpers/test/Iterator.prototype.chunks'),
  require('es-iterator-helpers/test/Iterator.prototype.drop'),
  require('es-iterator-helpers/test/Iterator.prototype.every'),
  require('es-iterator-helpers/test/Iterator.prototype.filter'),
  require('es-iterator-helpers/test/Iterator.prototype.find'),
  require('es-iterator-helpers/test/Iterator.prototype.flatMap'),
  require('es-iterator-helpers/test/Iterator.prototype.forEach'),
  require('es-iterator-helpers/test/Iterator.prototype.includes'),
  require('es-iterator-helpers/test/Iterator.prototype.join'),
  require('es-iterator-helpers/test/Iterator.prototype'),
  require('es-iterator-helpers/test/Iterator.prototype.map'),
  require('es-iterator-helpers/test/Iterator.prototype.reduce'),
  require('es-iterator-helpers/test/Iterator.prototype.some'),
  require('es-iterator-helpers/test/Iterator.prototype.take'),
  require('es-iterator-helpers/test/Iterator.prototype.toArray'),
  require('es-iterator-helpers/test/Iterator.prototype.windows'),
  require('es-iterator-helpers/test/Iterator.zip'),
  require('es-iterator-helpers/test/Iterator.zipKeyed'),
];
suites.forEach(function (suite) {
  suite.index();
  suite.implementation();
});
require('es-iterator-helpers/auto');
suites.forEach(function (suite) {
  suite.shimmed();
});
