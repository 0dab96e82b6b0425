/*---
description: nobody has said what it needs
---*/
IntlOfLater.DateTimeFormat;
