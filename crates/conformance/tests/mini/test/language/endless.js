/*---
description: ends for want of fuel
flags: [raw]
---*/
for (;;);
