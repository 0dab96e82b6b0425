// A function in a block takes the place of the implicit `arguments` when its declaration is evaluated (ECMA-262 B.3.2.1).
function argumentsInBlock() { { function arguments() { } } return typeof arguments; }
print(argumentsInBlock()); // expect: function
function argumentsBesideParameters(a = 1) { { function arguments() { } } return typeof arguments; }
print(argumentsBesideParameters()); // expect: function
function argumentsAreAFunction() { function arguments() { return 1; } { function arguments() { return 2; } } return arguments(); }
print(argumentsAreAFunction()); // expect: 2
function argumentsOfArrow() { var arrow = () => { { function arguments() { return "own"; } } return arguments(); }; return arrow() + typeof arguments; }
print(argumentsOfArrow()); // expect: ownobject
