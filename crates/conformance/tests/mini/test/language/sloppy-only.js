/*---
description: run in sloppy mode only
flags: [noStrict]
---*/
assert((function () { return this !== undefined; })());
