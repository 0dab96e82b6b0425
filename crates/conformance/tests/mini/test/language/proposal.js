/*---
description: needs what is no standard
features: [some-proposal]
---*/
assert(false);
