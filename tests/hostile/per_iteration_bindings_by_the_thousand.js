// A turn of the loop makes a new record with all of them.
let names = 'a0'; for (let i = 1; i < 50000; i++) names += `,a${i}=${i}`;
(0, eval)(`(function () { for (let ${names}; ;) { () => a0; a0++; } })`)();
