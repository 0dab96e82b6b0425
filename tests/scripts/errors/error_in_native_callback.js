// An error passes through natives that call back.
[1, 2, 3].forEach(function (v) {
// expect: 1
// expect: 2
  print(v);
  if (v === 2) throw new EvalError("at " + v); // expect error: EvalError: at 2
});
