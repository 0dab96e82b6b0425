// "Use strict directive" and "Expression parsing algorithm": what is a directive, and which one makes code strict.
print((function () { "use strict"; return this === undefined; })()); // expect: true
print((function () { "use\u0020strict"; return this === undefined; })()); // expect: false
print((function () { ("use strict"); return this === undefined; })()); // expect: false

    function f() {
      'use strict';       // valid directive for strict mode
      'use\u0020strict';  // valid directive, but not for strict mode (!)
      ('use strict');     // not a valid directive, terminates directive prologue
      return this === undefined;
    }
    function g() {
      'use\u0020strict';  // valid directive, but not for strict mode (!)
      'use strict';       // the prologue goes on
      return this === undefined;
    }
    function h() {
      ('use strict');     // not a valid directive, terminates directive prologue
      'use strict';
      return this === undefined;
    }
print(f(), g(), h()); // expect: true true false
