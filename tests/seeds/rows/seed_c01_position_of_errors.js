// An error names file, line and column (the harness compares the line).
/* a comment
over two lines */ var text = "a \
continued string", 𐊧 = 1;
function thrower() {
  return 𐊧 + text.
    missing.property; // expect error: TypeError
}
thrower();
