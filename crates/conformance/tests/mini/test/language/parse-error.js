/*---
description: an early error
negative:
  phase: parse
  type: SyntaxError
---*/
$DONOTEVALUATE();
var 1;
