var handled = Promise.reject(new Error("late"));
Promise.resolve().then(function () { handled.catch(function () {}); });
Promise.reject(new TypeError("nobody handles this")); // expect error: TypeError: nobody handles this
