/*---
description: says that it failed
flags: [async, noStrict]
---*/
$DONE('on purpose');
