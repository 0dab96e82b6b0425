function Test262Error(message) {
  this.message = message;
}
function $DONOTEVALUATE() {
  throw 'this was not to be run';
}
