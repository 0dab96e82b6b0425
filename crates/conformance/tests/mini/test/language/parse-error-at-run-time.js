/*---
description: the right error in the wrong phase
negative:
  phase: parse
  type: SyntaxError
---*/
eval('var 1');
