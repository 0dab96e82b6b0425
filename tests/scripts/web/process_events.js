// not for node: what records its output does not wait for jobs
// What was not handled is told to who listens, and the program goes on; at its end it is told that it ends.
process.on("uncaughtException", (error, origin) => print("caught", error.message, origin));
process.on("unhandledRejection", (reason, promise) => print("rejected", reason, promise instanceof Promise));
process.once("exit", (code) => print("exit", code));
var told = 0;
var count = () => told++;
process.on("other", count).prependListener("other", () => print("first", told));
process.emit("other"); // expect: first 0
process.off("other", count);
process.emit("other"); // expect: first 1
print(process.listenerCount("other"), process.eventNames().join(), process.removeAllListeners("other").emit("other"));
// expect: 1 uncaughtException,unhandledRejection,exit,other false
Promise.reject("lost"); // expect: caught main uncaughtException
setTimeout(() => { throw new Error("timer"); }, 1); // expect: rejected lost true
setTimeout(() => print("still here"), 20); // expect: caught timer uncaughtException
throw new Error("main"); // expect: still here
// expect: exit 0
