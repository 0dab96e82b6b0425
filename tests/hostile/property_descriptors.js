var o = {}; for (var i = 0; i < 60000; i++) o['k' + i] = { value: i, configurable: true };
for (;;) { Object.defineProperties({}, o); Object.create(null, o); if (Object.getOwnPropertyDescriptors) Object.getOwnPropertyDescriptors(o); }
