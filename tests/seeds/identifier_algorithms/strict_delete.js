// In strict code any attempt to delete an identifier is a SyntaxError at compile time: nothing of the text runs.
function compile(text) { try { (0, eval)("print('runs');" + text); } catch (error) { print(error.name); } }

// Example 1
compile("function f() {" + // expect: SyntaxError
        "    'use strict';" +
        "    delete foo;  // unresolvable\n" +
        "}");

// Example 2
compile("foo = 1;" + // expect: SyntaxError
        "function f() {" +
        "    'use strict';" +
        "    delete foo;  // resolves, still a SyntaxError\n" +
        "}");

// Example 3 (applies even to object bindings)
compile("foo = { bar: 1};" + // expect: SyntaxError
        "with (foo) {" +
        "    var f = function() {" +
        "        'use strict';" +
        "        delete bar;  // resolves, still a SyntaxError\n" +
        "    }" +
        "}");
print(typeof foo, typeof f); // expect: undefined undefined
