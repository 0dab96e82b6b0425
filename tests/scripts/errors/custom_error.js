// An error with a name of its own keeps it in the report.
function myError(message) {
  var error = new Error(message); // expect error: MyError: mine
  error.name = "MyError";
  return error;
}
print(String(myError("m"))); // expect: MyError: m
throw myError("mine");
