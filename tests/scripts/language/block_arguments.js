// Functions with the name arguments in blocks of sloppy code become variables, which begin with the object (ECMA-262 B.3.2.1).
print((function(){ { function arguments(){} } return typeof arguments })()); // expect: function
print((function(a=1){ { function arguments(){} } return typeof arguments })()); // expect: function
print((function(a=1, g=()=>typeof arguments){ { function arguments(){} } return typeof arguments + g() })());
// expect: functionobject
print((function(a=1, g=()=>typeof arguments){ var r = typeof arguments; { function arguments(){} } return r+typeof arguments + g() })());
// expect: objectfunctionobject
print((function(a=1, g=()=>typeof arguments){ arguments=5; var r = typeof arguments; { function arguments(){} } return r+typeof arguments + g() })());
// expect: numberfunctionobject
print((function(a=1, g=()=>typeof arguments){ arguments=5; var r = typeof arguments;  return r+typeof arguments + g() })());
// expect: numbernumbernumber
print((function(arguments){ { function arguments(){} } return typeof arguments })(1)); // expect: number
print((function(arguments=1){ { function arguments(){} } return typeof arguments })()); // expect: number
print((function(){ var r = typeof arguments; { function arguments(){} } return r + typeof arguments })());
// expect: objectfunction
print((function(){ var arguments; var r = typeof arguments; { function arguments(){} } return r + typeof arguments })());
// expect: objectfunction
print((function(){ let arguments; { function arguments(){} } return typeof arguments })()); // expect: undefined
print((function(){ return (() => {var r = typeof arguments; { function arguments(){} } return r+typeof arguments})() })());
// expect: undefinedfunction
print((function(){ eval("{ function arguments(){} }"); return typeof arguments })()); // expect: function
print((function(a=eval("1")){ eval("{ function arguments(){} }"); return typeof arguments })()); // expect: function
print((function(a=1){ eval("{ function arguments(){} }"); return typeof arguments })()); // expect: function
print((function(a=1,g=()=>typeof arguments){ eval("{ function arguments(){} }"); return typeof arguments+g() })());
// expect: functionobject
print((function(){ switch(1) { case 1: function arguments(){} } return typeof arguments })()); // expect: function
print((function(){ if (1) function arguments(){}  return typeof arguments })()); // expect: function
print((function(){ { function arguments(){} } { function arguments(){} } return typeof arguments })());
// expect: function
print((function(){ try { throw 1 } catch (arguments) { { function arguments(){} } } return typeof arguments })());
// expect: function
print((function*(){ { function arguments(){} } yield typeof arguments })().next().value); // expect: function
print(({m(){ { function arguments(){} } return typeof arguments }}).m()); // expect: function
print((function(){ {function arguments(){ return typeof arguments} } return arguments() })()); // expect: object
print((function(){ { { function arguments(){} } let arguments; } return typeof arguments })()); // expect: object
print((function(){ { arguments = 3;  function arguments(){} } return typeof arguments })()); // expect: number
print((function(){ { function arguments(){} arguments = 3; } return typeof arguments })()); // expect: function
print((function(a){ { function arguments(){} } a = 2; return typeof arguments })(1)); // expect: function
print((function(a){ var x = arguments; { function arguments(){} } a = 2; return x[0] })(1)); // expect: 2
