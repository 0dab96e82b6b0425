/*---
description: nobody has said what it needs
---*/
Intl.DateTimeFormat;
