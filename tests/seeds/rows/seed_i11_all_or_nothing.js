// not for node: it declares the functions before the one that fails
// Where one global declaration is refused, none is made (CanDeclareGlobalFunction and CanDeclareGlobalVar come first).
Object.defineProperty(this, "readOnly", { value: 1, enumerable: true });
function declare(code) { try { return (0, eval)(code); } catch (e) { return e.name; } }
print(declare("function made() {} function readOnly() {} var madeToo;"), typeof made, typeof madeToo); // expect: TypeError undefined undefined
print(declare("function readOnly() {} function made() {} var madeToo;"), typeof made, typeof madeToo); // expect: TypeError undefined undefined
// Functions are declared before variables.
declare("var second, third; function first() {}");
print(Object.keys(this).slice(-3).join()); // expect: first,second,third
Object.preventExtensions(this);
print(declare("var madeToo; function first() {}"), typeof madeToo); // expect: TypeError undefined
print(declare("function made() {}"), typeof made); // expect: TypeError undefined
// A function in a block declares nothing where it cannot.
print(declare("{ function made() {} } typeof made"), typeof made); // expect: undefined undefined
print(declare("var first; typeof first")); // expect: function
