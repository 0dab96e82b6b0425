// The error pointed at whatever had been evaluated last, which was not the same on both back-ends.
'use strict';

(function own() {
    function place(f) {
        try { f(); } catch (error) { print(error.name, /:(\d+:\d+)\)?$/.exec(error.stack.split('\n')[1])[1]); }
    }
    place(function () { own = (typeof (function () {})); }); // expect: TypeError 8:25
    place(function () { print(1, own = 0); }); // expect: TypeError 9:34
    place(function () { (typeof own)[own = 0]; }); // expect: TypeError 10:38
    place(function () { new (0)(own = 0, own); }); // expect: TypeError 11:33
    place(function () { own += 1; }); // expect: TypeError 12:25
    place(function () { -own++; }); // expect: TypeError 13:26
})();
// not for node: it has the operator's place
