/*---
description: tests of the harness are not run
---*/
assert(false);
