let a = 1; { let a = 2; function f() { return a } } print(f(), (() => { eval('var b = a'); return b })());
