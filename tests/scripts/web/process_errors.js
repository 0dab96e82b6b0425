// What `process` refuses has its code in the stack, without packages too.
const told = work => {
  try { work(); print("taken"); } catch (error) { print(error.stack.split("\n")[0]); }
};
told(() => process.nextTick()); // expect: TypeError [ERR_INVALID_ARG_TYPE]: The "callback" argument must be of type function. Received undefined
told(() => process.on("a", [])); // expect: TypeError [ERR_INVALID_ARG_TYPE]: The "listener" argument must be of type function. Received an instance of Array
told(() => { process.exitCode = "a"; }); // expect: TypeError [ERR_INVALID_ARG_TYPE]: The "code" argument must be of type number. Received type string ('a')
told(() => { process.exitCode = 1.5; }); // expect: RangeError [ERR_OUT_OF_RANGE]: The value of "code" is out of range. It must be an integer. Received 1.5
told(() => process.hrtime(function named() {})); // expect: TypeError [ERR_INVALID_ARG_TYPE]: The "time" argument must be an instance of Array. Received function named
told(() => process.emitWarning(Symbol("s"))); // expect: TypeError [ERR_INVALID_ARG_TYPE]: The "warning" argument must be of type string or an instance of Error. Received type symbol (Symbol(s))
