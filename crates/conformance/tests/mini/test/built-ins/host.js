/*---
description: what the host offers
features: [Symbol]
---*/
assert($262.global.Array === Array);
$262.gc();
print('text');
for (var key in $262.global) assert(key !== 'print' && key !== '$262', key);
