/*---
description: no harness
flags: [raw]
---*/
if (typeof assert !== 'undefined') throw 'there is a harness';
