// not for node: it has no tail calls
// options: --tail-calls always
// slow: a million calls, several times
// "Tail call detection and handling". The code: seed_c11_calls_in_tail_position_replace_the_frame in
// crates/compiler/src/tests/calls.rs. Each f of the document never ends, so here x counts to something.
function run(f, x) { try { return f(x); } catch (error) { return error.name; } }
print(run(function f(x) {
  if (x > 1000000) return "a million deep";
  return f(x+1);
}, 0));
// expect: a million deep
function g(x) { return x % 2; }
print(run(function f(x) {
  if (x > 1000000) return "both arms";
  return (g(x) ? f(x+1) : f(x+3));
}, 0));
// expect: both arms
// The following is not a candidate for a tail call because of a catcher.
var cleanings = 0;
function f(x) {
  try {
    if (x > 100) return "end";
    return f(x+1);
  } finally {
    cleanings++;
  }
}
print(f(0), cleanings); // expect: end 102
print(run(function f(x) { try { return f(x+1); } finally { x = 0; } }, 0)); // expect: RangeError
// A callee can refuse, by the document's `use duk notail`, and by `use notail` as well.
print(run(function f(x) { "use duk notail"; return f(x+1); }, 0)); // expect: RangeError
print(run(function f(x) { "use notail"; return f(x+1); }, 0)); // expect: RangeError
// Labels and loops are no barrier.
print(run(function f(x) { label: for (;;) { if (x > 1000000) return "from a loop"; return f(x+1); } }, 0));
// expect: from a loop
