/*---
description: further files of the harness
includes: [helper.js]
---*/
assert(helped);
