/*---
description: scripts import as well
flags: [async]
---*/
import('./half_FIXTURE.js').then(found => assert(found.default(2) === 1, 'half')).then($DONE, $DONE);
