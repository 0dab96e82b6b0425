// "Automatic semicolon insertion"
function early(text) { try { return String(eval(text)); } catch (error) { return error.name; } }
// return [no LineTerminator here] Expression
print((function () { return // expect: undefined
1; })());
// Postfix operators: "a+b\n++" is taken as "a+b;++;", which causes a SyntaxError.
var a = 1, b = 2;
print(early("a+b\n++"), early("a+b\n++\na"), a, b); // expect: SyntaxError 2 2 2
// The semicolon behind do-while, where there is no line terminator. The document calls it an erratum; today's
// specification has it as a rule.
  do{print('loop')}while(false)false // expect: loop
print(early("do{;}while(false)false"), early("do{;}while(false)7")); // expect: false 7
// An end of the text or a `}` will do as well as a line terminator.
print(early("1"), early("{1}"), early("{1} 2"), early("1 2")); // expect: 1 1 2 SyntaxError
