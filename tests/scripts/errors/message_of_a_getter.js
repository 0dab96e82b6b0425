// not for node: its message is that of the construction
// The message of an uncaught error is what its getter gives.
class Told extends Error {
  constructor() {
    super();
    this.what = "late";
  }
  get message() {
    return "told " + this.what;
  }
}
throw new Told(); // expect error: Error: told late
