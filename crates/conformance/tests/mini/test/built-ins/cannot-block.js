/*---
description: an agent that must not sleep
features: [Atomics]
flags: [CanBlockIsFalse]
---*/
try {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
} catch (error) {
  var caught = error instanceof TypeError;
}
assert(caught, 'an error');
