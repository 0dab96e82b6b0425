// "Compiling function calls; direct eval"
var x = "global";
// It is not required that the binding be found in the global object.
(function () { var x = "local", eval = globalThis.eval; print(eval("x")); })(); // expect: local
(function (eval) { var x = "local"; print(eval("x")); })(eval); // expect: local
// Another name, or no name at all: not direct.
(function () { var x = "local", other = eval; print(other("x"), (0, eval)("x"), this.eval("x")); }).call(this);
// expect: global global global
// The situation can change at run time: an intercepting `with` environment.
function intercepted(env) { var x = "local"; with (env) { return eval("x"); } }
print(intercepted({}), intercepted({ eval: eval }), intercepted({ eval: function (text) { return "intercepted " + text; } }));
// expect: local local intercepted x
var env = {};
function changing() {
  var x = "local", seen = [];
  with (env) {
    seen.push(eval("x"));
    env.eval = function () { return "changed"; };
    seen.push(eval("x"));
    delete env.eval;
    seen.push(eval("x"));
  }
  return seen.join();
}
print(changing()); // expect: local,changed,local
// A direct eval declares in the calling scope, another one in the global object.
(function () { eval("var declared = 1"); (0, eval)("var declaredGlobally = 2"); print(typeof declared, typeof declaredGlobally); })();
// expect: number number
print(typeof declared, typeof declaredGlobally); // expect: undefined number
