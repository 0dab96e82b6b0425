// What is not a function is called by its text, where that is a path of names.
var o = {}, list = [], key = "q", f = function () {};
function failure(code) {
  try {
    (0, eval)(code);
  } catch (error) {
    return error.message;
  }
}
print(failure("o.f()")); // expect: o.f is not a function
print(failure("o.constructor.f(1)")); // expect: o.constructor.f is not a function
print(failure("this.f.g()")); // expect: this.f.g is not a function
print(failure("list[0]()")); // expect: list[0] is not a function
print(failure("[o[key]()]")); // expect: o[key] is not a function
print(failure("new o.F(1)")); // expect: o.F is not a constructor
print(failure("[o.f, list.map (o.g())]")); // expect: o.g is not a function

// Each call of `f()()` has its own place.
function place(code) {
  try {
    (0, eval)(code);
  } catch (error) {
    return /:(\d+:\d+)\)?$/.exec(error.stack.split("\n")[1])[1];
  }
}
print(place("f()()")); // expect: 1:4
print(place("1 +\nf()(2)")); // expect: 2:4
print(place("new f()()")); // expect: 1:8
print(place("o.f()()")); // expect: 1:3
print(place("f`x`()")); // expect: 1:5
print(place("f()`x`")); // expect: 1:4

// What a call, or a tagged template literal, gives is not called by the name of its function.
print(failure("f()`x`")); // expect: f(...) is not a function
print(failure("f`x`()")); // expect: f(...) is not a function
print(failure("f`x``y`")); // expect: f(...) is not a function
print(failure("f`x`.y()")); // expect: Cannot read properties of undefined (reading 'y')
print(failure("f`${1}`()")); // expect: undefined is not a function
print(failure("f()\n()")); // expect: f(...) is not a function
print(failure("new f`x`")); // expect: undefined is not a constructor
print(failure("new f()`x`")); // expect: #<f> is not a function
print(failure("new (class extends Object { constructor() { super()() } })")); // expect: super(...) is not a function
