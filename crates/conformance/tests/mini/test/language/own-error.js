/*---
description: an error of the harness
negative:
  phase: runtime
  type: Test262Error
---*/
assert(false, 'on purpose');
