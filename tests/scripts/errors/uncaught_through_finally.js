// A finally block runs on the way out of an uncaught error.
try {
  throw new RangeError("out"); // expect error: RangeError: out
} finally {
  print("finally"); // expect: finally
}
