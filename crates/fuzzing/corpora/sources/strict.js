'use strict';
function f(a) { arguments[0] = 2; return a } print(f(1)); (function g(n) { return n ? g(n - 1) : print(typeof this) })(50); delete Object.prototype;
