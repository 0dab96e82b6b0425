/*---
description: a test further down
---*/

