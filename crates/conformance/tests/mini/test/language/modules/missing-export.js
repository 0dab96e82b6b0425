/*---
description: an error of linking
negative:
  phase: resolution
  type: SyntaxError
flags: [module]
---*/
$DONOTEVALUATE();
import { nothing } from './half_FIXTURE.js';
