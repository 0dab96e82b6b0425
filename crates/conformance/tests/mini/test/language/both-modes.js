/*---
description: run in both modes, which the test cannot tell
---*/
assert(true);
