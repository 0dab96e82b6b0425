/*---
description: says that it is done
flags: [async]
---*/
$DONE();
