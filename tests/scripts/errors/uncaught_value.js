// Any value can be thrown and end the script.
print("before"); // expect: before
throw "just text"; // expect error: uncaught: 'just text'
