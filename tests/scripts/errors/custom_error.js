// An error class of the script's own keeps its name in the report.
function MyError(message) { this.message = message; this.name = "MyError"; }
MyError.prototype = Object.create(Error.prototype);
print(new MyError("m") instanceof Error); // expect: true
throw new MyError("mine"); // expect error: MyError: mine
