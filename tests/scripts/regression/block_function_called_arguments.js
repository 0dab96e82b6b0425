// A function in a block does not take the place of the implicit `arguments` (ECMA-262 10.2.11, step 22.f, and B.3.2.1).
// not for node: there it does
function argumentsStay() { { function arguments() { } } return typeof arguments; }
print(argumentsStay()); // expect: object
function argumentsStayBesideParameters(a = 1) { { function arguments() { } } return typeof arguments; }
print(argumentsStayBesideParameters()); // expect: object
function argumentsAreAFunction() { function arguments() { return 1; } { function arguments() { return 2; } } return arguments(); }
print(argumentsAreAFunction()); // expect: 2
function argumentsOfArrow() { var arrow = () => { { function arguments() { return "own"; } } return arguments(); }; return arrow() + typeof arguments; }
print(argumentsOfArrow()); // expect: ownobject
