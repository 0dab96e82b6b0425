/*---
description: an error of a module's body
negative:
  phase: runtime
  type: TypeError
flags: [module]
---*/
import './half_FIXTURE.js';
null.x;
