/*---
description: fails in strict mode
---*/
assert((function () { return this !== undefined; })(), 'no this');
