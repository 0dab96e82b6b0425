// "Compiling logical expressions"
// ToBoolean: these are false, all else is true.
function truth(value) { return value ? "true" : "false"; }
print([undefined, null, false, +0, -0, NaN, ""].map(truth).join()); // expect: false,false,false,false,false,false,false
print([true, 1, -1, Infinity, "0", "false", " ", {}, [], function () {}, new Boolean(false)].map(truth).join());
// expect: true,true,true,true,true,true,true,true,true,true,true

// The session with Rhino.
function f(x,y) { print("f called for:", y); return x; }
function g(x,y) { print("g called for:", y); throw new Error("" + x); }
// Illustration of short circuit evaluation and evaluation order
// (0/0 results in NaN)
var a = f(1,"first (t)") && f(0,"second (f)") || f(0/0,"third (f)") && g(0,"fourth (err)");
// expect: f called for: first (t)
// expect: f called for: second (f)
// expect: f called for: third (f)
print(a); // expect: NaN

// The condition whose code is refined step by step: which of A to F are evaluated, and which way it goes. The code is
// compared by seed_c17_the_documents_condition in crates/compiler/src/tests/conditions.rs.
function condition(A, B, C, D, E, F) {
  var log = "";
  function t(name, value) { log += name; return value; }
  if (!((t("A", A) && t("B", B)) || (t("C", C) && t("D", D) && t("E", E)) || t("F", F))) {
    log += " true";
  } else {
    log += " false";
  }
  return log;
}
print(condition(0, 0, 0, 0, 0, 0), "|", condition(1, 0, 0, 0, 0, 0), "|", condition(1, 1, 0, 0, 0, 0));
// expect: ACF true | ABCF true | AB false
print(condition(0, 0, 1, 0, 0, 0), "|", condition(0, 0, 1, 1, 0, 0), "|", condition(0, 0, 1, 1, 1, 0));
// expect: ACDF true | ACDEF true | ACDE false
print(condition(0, 0, 0, 0, 0, 1), "|", condition(1, 0, 1, 1, 0, 1), "|", condition(1, 0, 1, 1, 0, 0));
// expect: ACF false | ABCDEF false | ABCDEF true

// A && B && CC is evaluated as A && (B && CC): it cannot be told from outside.
function same(a, b) { return a === b || a !== a && b !== b; }
var values = [0, 1, "", "x", NaN], differing = 0;
values.forEach(function (A) {
  values.forEach(function (B) {
    values.forEach(function (C) {
      if (!same(A && B && C, A && (B && C)) || !same((A && B) && C, A && B && C)) differing++;
      if (!same(A || B || C, A || (B || C)) || !same(A && B || C, (A && B) || C)) differing++;
    });
  });
});
print(differing); // expect: 0
