/*---
description: of agents that cannot wait
flags: [CanBlockIsFalse]
---*/
$DONOTEVALUATE();
