// node's module `util`, as far as `object-inspect` looks into it: nothing of it is there.
var inspect = {};
