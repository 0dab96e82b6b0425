/*---
description: run in strict mode only
flags: [onlyStrict]
---*/
assert((function () { return this === undefined; })());
