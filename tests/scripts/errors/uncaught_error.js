// An uncaught error ends the script; what was printed before it stays.
print("before"); // expect: before
function inner() {
  throw new TypeError("the message"); // expect error: TypeError: the message
}
function outer() { inner(); }
outer();
print("never");
