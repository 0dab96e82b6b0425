/*---
description: harness files lie in folders too, and unheard-of features keep no test out that is asked for
includes: [sm/shell.js]
features: [some-proposal]
---*/
assert(fromShell === "shell");
