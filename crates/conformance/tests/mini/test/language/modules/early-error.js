/*---
description: an early error
negative:
  phase: parse
  type: SyntaxError
flags: [module]
---*/
$DONOTEVALUATE();
export { nothing };
