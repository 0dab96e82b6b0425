/*---
description: the error does not come
negative:
  phase: parse
  type: SyntaxError
---*/
var fine;
