/*---
defines: [fromShell]
---*/
var fromShell = "shell";
