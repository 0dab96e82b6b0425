var o = {};
print(1); // expect: 1
o
  .missing
  .property; // expect error: TypeError
