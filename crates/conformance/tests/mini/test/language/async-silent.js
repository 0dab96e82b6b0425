/*---
description: says nothing
flags: [async, noStrict]
---*/

