// --fuel 10000000 --timeout 1000
// Nearly everything is kept, and every collection gives back little: fuel pays for collections too.
var list = null; for (var i = 0; i < 380000; i++) list = { next: list };
for (;;) ({ a: 1 });
