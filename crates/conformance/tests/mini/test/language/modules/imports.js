/*---
description: what fixtures export, a JSON module among them
flags: [module, async]
---*/
import half from './half_FIXTURE.js';
import data from './data_FIXTURE.json' with { type: 'json' };
assert(half(42) === data.half, 'half');
import('./half_FIXTURE.js').then(found => assert(found.default === half, 'the same')).then($DONE, $DONE);
