/*---
description: a module
flags: [module]
---*/
export default 1;
