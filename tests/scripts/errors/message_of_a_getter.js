// not for node: it has the place of the throw
// The message of an uncaught error is what its getter gives.
class Told extends Error {
  constructor() {
    super(); // expect error: Error: told late
    this.what = "late";
  }
  get message() {
    return "told " + this.what;
  }
}
throw new Told();
