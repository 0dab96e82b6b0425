/*---
description: an error at run time
negative: { phase: runtime, type: ReferenceError }
---*/
missing;
