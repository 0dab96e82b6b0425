var a = []; for (var i = 0; i < 400000; i++) a[i] = i;
for (;;) { Object.freeze(a.slice()); Object.isFrozen(a); Object.seal(a); }
