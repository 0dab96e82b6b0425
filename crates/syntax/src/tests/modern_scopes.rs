//! Scopes beyond ES5.1: initialisation, parameters, arrow functions, implicit bindings, classes.

use super::{check_dump, check_tree};
use crate::Goal;

#[test]
fn references_are_checked_where_the_binding_may_not_be_initialised() {
    check_tree(
        "{ a; let a = a; a; (function () { a = 1 }); { const b = a; b } let c; c }",
        "
        block
          block scope [a#0 let captured checked assigned] [c#2 let] record
          a#0!
          let a#0 = a#0!
          a#0
          {
            Expression()
              function scope
              (= a#0! 1)
          }
          block
            block scope [b#1 const]
            const b#1 = a#0
            b#1
          let c#2
          c#2",
    );
}

#[test]
fn a_case_can_be_jumped_over() {
    check_tree(
        "switch (v) { case 0: let a = 1; a; { let b; b } case 1: a; let c; default: a; c }",
        "
        switch v
          block scope [a#0 let checked] [c#2 let checked]
          case 0
            let a#0 = 1
            a#0
            block
              block scope [b#1 let]
              let b#1
              b#1
          case 1
            a#0!
            let c#2
          default
            a#0!
            c#2!",
    );
}

#[test]
fn the_head_of_a_loop_has_a_scope() {
    check_tree(
        "for (let i = 0; i; i++) (function () { i }); for (const k of k) k",
        "
        for let i#0 = 0; i#0; (PostfixIncrement i#0)
          loop scope [i#0 let captured checked assigned] record
          {
            Expression()
              function scope
              i#0!
          }
        for const k#1 of k#1!
          loop scope [k#1 const checked]
          k#1",
    );
}

#[test]
fn parameters_with_expressions_have_a_scope_of_their_own() {
    check_tree(
        "function f(a, b = a, ...c) { var a, arguments; let d }",
        "
        declare
          Declaration f(a#0, (default b#1 a#0), (... c#2)) arguments#6
            function scope [a#0 parameter 0] [b#1 parameter 1] [c#2 patternparameter] [arguments#6 arguments]
            body scope [a#3 variable] [arguments#4 variable] [d#5 let] copy a#3 a#0 copy arguments#4 arguments#6
            var a#3, var arguments#4
            let d#5",
    );
    check_tree(
        "function f({ a }, [b]) { var c }",
        "
        declare
          Declaration f((object-pattern a: a#0), (array-pattern b#1))
            function scope [a#0 patternparameter] [b#1 patternparameter] [c#2 variable]
            var c#2",
    );
    check_tree(
        "function f(a = b, b) { }",
        "
        declare
          Declaration f((default a#0 b#1!), b#1)
            function scope [a#0 parameter 0] [b#1 parameter 1 checked]
            body scope",
    );
}

#[test]
fn the_head_of_an_arrow_function_is_its_own() {
    check_tree(
        "function f(a) { return (b = a, c = () => b + a, d = class { [a]() {} }) => c }",
        "
        declare
          Declaration f(a#0)
            function scope [a#0 parameter 0 captured] record
            return {
              Arrow((default b#1 a#0), (default c#2 {
                Arrow()
                  function scope
                  return (Add b#1! a#0)
              }), (default d#3 {
                class
                  class scope
                  Method [a#0]: {
                    Method() strict
                      function scope
                  }
              }))
                function scope [b#1 parameter 0 captured checked] [c#2 parameter 1] [d#3 parameter 2] record
                body scope
                return c#2
            }",
    );
}

#[test]
fn implicit_bindings_are_made_where_something_can_only_reach_them_so() {
    check_tree(
        "function f() { this; return (a = this) => () => this }",
        "
        declare
          Declaration f() this
            function scope [this#1 this captured] record
            this
            return {
              Arrow((default a#0 this#1)) this
                function scope [a#0 parameter 0]
                body scope
                return {
                  Arrow() this
                    function scope
                    return this#1
                }
            }",
    );
    check_tree("(this); (() => this)", "this\n{\n  Arrow() this\n    function scope\n    return this\n}");
    check_tree(
        "with (o) { () => this }",
        "
        with o
          with scope record
          block
            {
              Arrow() this
                function scope
                return this
            }",
    );
    check_dump(
        Goal::DirectEval,
        false,
        "let a; () => this",
        "
        Eval() this
          eval scope
          block scope [a#0 let] [this#1 this captured] record
          let a#0
          {
            Arrow() this
              function scope
              return this#1
          }",
    );
}

#[test]
fn a_direct_eval_in_an_arrow_function_may_want_all_of_the_function_around() {
    check_tree(
        "function f(a) { () => eval('') }",
        "
        declare
          Declaration f(a#0) this eval arguments#1
            function scope [a#0 parameter 0 captured] [arguments#1 arguments captured] [this#2 this captured] \
[super#3 activefunction captured] [new.target#4 newtarget captured] record
            {
              Arrow() this eval
                function scope dynamic record
                return (call eval? \"\")
            }",
    );
}

#[test]
fn classes_have_scopes_and_two_functions_for_their_elements() {
    check_tree(
        "class A extends B { #a = this; static b = super.c; #m() {} [k]; constructor() { super(); this } }",
        "
        declare A
          class A extends B
            class scope [A#0 classname] [#a#1 private(field) captured] [#m#4 private(method) captured] \
[#5 hidden captured] [#6 hidden captured] record
            DerivedConstructor() strict this
              function scope [this#7 this checked] [super#8 activefunction] [new.target#9 newtarget]
              (call this#7! super#8 new.target#9)
              this#7!
            fields
              function scope
            statics
              function scope [this#2 this] [super#3 activefunction]
            Field #a as #a#1: this
            static Field b: (. this#2 super#3 c)
            Method #m as #m#4 kept in #5: {
              Method() strict
                function scope
            }
            Field [k] kept in #6",
    );
}

#[test]
fn global_lexical_names_are_declared_by_name() {
    check_dump(
        Goal::Script,
        false,
        "let a = 1; const b = a; class C {} var d",
        "
        Script()
          script scope var d let a const b let C
          let a = 1
          const b = a
          declare C
            class C
              class scope [C#0 classname]
          var d",
    );
}

#[test]
fn functions_in_blocks_stop_at_what_is_lexical() {
    check_tree(
        "function f() { let a; { function a() {} } { function b() {} } }",
        "
        declare
          Declaration f()
            function scope [a#0 let] [b#3 variable assigned]
            let a#0
            block
              block scope [a#1 function] function a
              declare
                Declaration a()
                  function scope
            block
              block scope [b#2 function] function b
              declare also b#3
                Declaration b()
                  function scope",
    );
}
