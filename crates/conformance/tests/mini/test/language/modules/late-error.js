/*---
description: fails on purpose, as linking finds no error
negative:
  phase: resolution
  type: TypeError
flags: [module]
---*/
null.x;
