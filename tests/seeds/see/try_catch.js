// SEE's example of a S.TRYC handler: what runs when AAA completes, and when it throws. The traces of the stack machine
// belong to row S05.
var log;
function AAA() { log.push("AAA"); if (fails) throw "e"; }
function BBB(e) { log.push("BBB " + e + " " + typeof outside); }
var f =
        function () {
           try { AAA(); } 
           catch(e) { var outside; BBB(e); }
           log.push("after " + typeof e);
        };
var fails = false;
log = []; f(); print(log.join(", ")); // expect: AAA, after undefined
fails = true;
log = []; f(); print(log.join(", ")); // expect: AAA, BBB e undefined, after undefined
// END,0 returns the C register: blocks that are still open end first.
print((function () { for (var k in { a: 1 }) try { with ({ v: "from all blocks" }) return v; } catch (e) { } })());
// expect: from all blocks
