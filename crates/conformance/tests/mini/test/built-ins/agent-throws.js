/*---
description: fails on purpose, as one of its agents does
features: [Atomics]
---*/
$262.agent.start('null.x');
while ($262.agent.getReport() === null) $262.agent.sleep(1);
