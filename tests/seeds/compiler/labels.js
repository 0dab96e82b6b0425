// "Label statement handling": all labels of a statement are one place to go to. That they cost nothing is shown by
// seed_c16_break_and_continue_are_plain_jumps_and_unused_labels_cost_nothing in crates/compiler/src/tests/conditions.rs.
var turns = 0;
  mylabel:
    while (true) { if (++turns > 2) break mylabel; }
print(turns); // expect: 3

  // only a single label site is established for labels:
  // "label1", "label2", ""
  label1:
  label2:
    for (;;) { if (++turns < 5) continue label1; if (turns < 7) continue label2; if (turns < 9) continue; break label1; }
print(turns); // expect: 9
// Labels of an expression statement accept neither, that of a switch only break, iterations both.
function early(text) { try { Function(text); return "fine"; } catch (error) { return error.name; } }
print(early("l: x"), early("l: { break l; }"), early("l: { continue l; }"), early("for (;;) l: { continue l; }"));
// expect: fine fine SyntaxError SyntaxError
print(early("l: switch (1) { case 1: break l; }"), early("l: switch (1) { case 1: continue l; }"));
// expect: fine SyntaxError
print(early("l: do { continue l; } while (0)"), early("l: for (;;) { continue l; break l; }"), early("l: while (0) { continue l; }"));
// expect: fine fine fine
