/*---
description: further realms, and scripts in them
---*/
var host = $262.createRealm();
assert(host.global !== $262.global && host.global.Array !== Array, 'of its own');
assert(host.evalScript('var x = 1; this') === host.global && host.global.x === 1, 'in that realm');
$262.evalScript('let y = 2;');
assert(y === 2, 'in this realm');
try {
  host.evalScript('x y');
} catch (error) {
  assert(error instanceof host.global.SyntaxError, 'of that realm');
  var caught = true;
}
assert(caught, 'an error');
assert(host.createRealm().global !== host.global, 'one more');
