// A script says what the flags are.
function rep(s, n) { var r = ''; while (n) { if (n & 1) r += s; s += s; n >>= 1; } return r; }
var o={flags:rep('x',3e7)};Object.setPrototypeOf&&0; var r=/a/; Object.defineProperty(r,'flags',{value:rep('x',3e7)}); for(;;)'a'.replace(r,'b')
