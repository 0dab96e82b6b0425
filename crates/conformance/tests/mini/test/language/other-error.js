/*---
description: the wrong error
negative:
  phase: runtime
  type: RangeError
---*/
null.x;
