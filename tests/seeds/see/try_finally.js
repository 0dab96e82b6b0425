// SEE's example of a S.TRYF handler: what runs when CCC completes, and when it throws: the exception escapes.
var log;
function CCC() { log.push("CCC"); if (fails) throw "e"; }
function DDD() { log.push("DDD"); }
var f =
        function () {
           try { CCC(); } 
           finally { DDD(); }
        };
var fails = false;
log = []; f(); print(log.join(", ")); // expect: CCC, DDD
fails = true;
log = []; try { f(); } catch (e) { log.push("escaped " + e); } print(log.join(", ")); // expect: CCC, DDD, escaped e
// A FINALLY2 block that is left abnormally loses the exception or the place to go on at.
print((function () { l: try { throw "lost"; } finally { break l; } return "left"; })()); // expect: left
print((function () { for (;;) { try { return "lost"; } finally { break; } } return "left"; })()); // expect: left
// ENDF resumes the END that was interrupted, until all blocks have ended.
log = [];
(function () { try { try { try { return; } finally { log.push(1); } } finally { log.push(2); } } finally { log.push(3); } })();
print(log.join()); // expect: 1,2,3
