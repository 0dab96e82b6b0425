//! Scopes, bindings and the resolutions of references.

use super::{check_dump, check_tree};
use crate::Goal;

fn check_script(text: &str, expected: &str) {
    check_dump(Goal::Script, false, text, expected);
}

#[test]
fn a_script_declares_by_name() {
    check_script(
        "var a, b = 1; function f() {} var f; var a; f(a, c)",
        "
        Script()
          script scope function f var a var b
          var a, var b = 1
          declare
            Declaration f()
              function scope
          var f
          var a
          (call f a c)",
    );
}

#[test]
fn variables_parameters_and_functions_are_bound() {
    check_tree(
        "function f(a, b) { var c = a; function a() {} c = free }",
        "
        declare
          Declaration f(a#0, b#1)
            function scope [a#0 parameter 0] [b#1 parameter 1] [c#2 variable assigned] function a
            var c#2 = a#0
            declare
              Declaration a()
                function scope
            (= c#2 free)",
    );
}

#[test]
fn of_equal_parameters_the_last_counts() {
    check_tree(
        "function f(a, b, a) { return a }",
        "
        declare
          Declaration f(a#0, b#1, a#0)
            function scope [a#0 parameter 2] [b#1 parameter 1]
            return a#0",
    );
}

#[test]
fn inner_functions_capture() {
    check_tree(
        "function f(a, b) { return function () { return a++ } }",
        "
        declare
          Declaration f(a#0, b#1)
            function scope [a#0 parameter 0 captured assigned] [b#1 parameter 1] record
            return {
              Expression()
                function scope
                return (PostfixIncrement a#0)
            }",
    );
}

#[test]
fn variables_declared_after_their_use_are_found() {
    check_tree(
        "function f() { g(); x = 1; { var x } function g() { x } }",
        "
        declare
          Declaration f()
            function scope [x#0 variable captured assigned] [g#1 function] function g record
            (call g#1)
            (= x#0 1)
            block
              var x#0
            declare
              Declaration g()
                function scope
                x#0",
    );
}

#[test]
fn the_name_of_a_function_expression_is_behind_its_variables() {
    check_tree(
        "(function f(a) { f = a; (function () { f }) }); (function g(g) { g })",
        "
        {
          Expression f(a#1)
            functionname scope [f#0 functionname captured assigned] record
            function scope [a#1 parameter 0]
            (= f#0 a#1)
            {
              Expression()
                function scope
                f#0
            }
        }
        {
          Expression g(g#3)
            functionname scope [g#2 functionname]
            function scope [g#3 parameter 0]
            g#3
        }",
    );
}

#[test]
fn a_variable_in_a_catch_clause_belongs_to_the_function_but_its_initializer_to_the_parameter() {
    check_tree(
        "function f() { try {} catch (e) { var e = 1, x = e } e }",
        "
        declare
          Declaration f()
            function scope [e#1 variable] [x#2 variable assigned]
            try
              block
            catch e#0
              catch scope [e#0 catchparameter assigned]
              block
                var e#0 = 1, var x#2 = e#0
            e#1",
    );
}

#[test]
fn with_makes_names_dynamic_and_bindings_reachable() {
    check_tree(
        "function f(a, b) { with (a) { var c = b; (function (d) { return d + c }) } }",
        "
        declare
          Declaration f(a#0, b#1)
            function scope [a#0 parameter 0] [b#1 parameter 1 captured] [c#2 variable captured assigned] record
            with a#0
              with scope record
              block
                var c? = b?
                {
                  Expression(d#3)
                    function scope [d#3 parameter 0]
                    return (Add d#3 c?)
                }",
    );
}

#[test]
fn arguments_is_bound_where_it_is_used() {
    check_tree(
        "function f(a) { return arguments } function g(a) { 'use strict'; arguments } function h(arguments) { arguments }",
        "
        declare
          Declaration f(a#0) arguments#1
            function scope [a#0 parameter 0 captured] [arguments#1 arguments] record
            return arguments#1
        declare
          Declaration g(a#2) strict arguments#3
            function scope [a#2 parameter 0] [arguments#3 arguments]
            \"use strict\"
            arguments#3
        declare
          Declaration h(arguments#4)
            function scope [arguments#4 parameter 0]
            arguments#4",
    );
    check_tree(
        "function f() { var arguments } function g() { arguments; function arguments() {} } arguments",
        "
        declare
          Declaration f() arguments#0
            function scope [arguments#0 arguments]
            var arguments#0
        declare
          Declaration g()
            function scope [arguments#1 function] function arguments
            arguments#1
            declare
              Declaration arguments()
                function scope
        arguments",
    );
}

#[test]
fn a_direct_eval_taints_what_is_around_it() {
    check_tree(
        "function f(a) { return function g(b) { (eval)(b); x } }",
        "
        declare
          Declaration f(a#0) eval
            function scope [a#0 parameter 0 captured] record
            return {
              Expression g(b#2) this eval arguments#3
                functionname scope [g#1 functionname captured] record
                function scope [b#2 parameter 0 captured] [arguments#3 arguments captured] dynamic record
                (call eval? b#2)
                x?
            }",
    );
    check_tree(
        "function f(a) { 'use strict'; eval(a); b } eval(a)",
        "
        declare
          Declaration f(a#0) strict this eval arguments#1
            function scope [a#0 parameter 0 captured] [arguments#1 arguments captured] record
            \"use strict\"
            (call eval a#0)
            b
        (call eval a)",
    );
    check_tree(
        "function f(a) { x.eval(a); eval; (0, eval)(a); new eval(a) }",
        "
        declare
          Declaration f(a#0)
            function scope [a#0 parameter 0]
            (call (. x eval) a#0)
            eval
            (call (, 0 eval) a#0)
            (new eval a#0)",
    );
}

#[test]
fn functions_in_blocks_become_variables_of_sloppy_code() {
    check_tree(
        "function f(p) { x(g); { g(); function g() { p } function p() {} } }",
        "
        declare
          Declaration f(p#0)
            function scope [p#0 parameter 0] [g#3 variable assigned]
            (call x g#3)
            block
              block scope [g#1 function] [p#2 function captured] function g function p record
              (call g#1)
              declare also g#3
                Declaration g()
                  function scope
                  p#2
              declare
                Declaration p()
                  function scope",
    );
    check_tree(
        "'use strict'; { function g() {} }",
        "
        \"use strict\"
        block
          block scope [g#0 function] function g
          declare
            Declaration g() strict
              function scope",
    );
}

#[test]
fn an_outer_block_that_declares_the_name_stops_hoisting() {
    check_script(
        "{ { function f() {} } function f() {} } { { function g() {} } }",
        "
        Script()
          script scope hoisted f hoisted g
          block
            block scope [f#1 function] function f
            block
              block scope [f#0 function] function f
              declare
                Declaration f()
                  function scope
            declare also f
              Declaration f()
                function scope
          block
            block
              block scope [g#2 function] function g
              declare also g
                Declaration g()
                  function scope",
    );
}

#[test]
fn a_block_scope_takes_in_what_was_read_before_it_was_needed() {
    check_tree(
        "function f() { { (function () { g }); { (function () { g }) } g; function g() {} } }",
        "
        declare
          Declaration f()
            function scope [g#1 variable assigned]
            block
              block scope [g#0 function captured] function g record
              {
                Expression()
                  function scope
                  g#0
              }
              block
                {
                  Expression()
                    function scope
                    g#0
                }
              g#0
              declare also g#1
                Declaration g()
                  function scope",
    );
}

#[test]
fn scopes_lie_in_the_scopes_around_them() {
    let text =
        "function f() { { a; (function () {}); { b; function g() {} } function h() {} } try {} catch (e) { c } }";
    let Ok(tree) = super::parse_script(text) else { panic!("rejected") };
    let place = |name: &str| {
        let found = tree.references.iter().find(|reference| tree.names.text(reference.name).to_string() == name);
        let mut scopes = Vec::new();
        let mut next = found.map(|reference| reference.scope);
        while let Some(scope) = next {
            scopes.push(format!("{:?}", tree[scope].kind));
            next = tree[scope].parent;
        }
        scopes.join(" ")
    };
    assert_eq!(place("a"), "Block Function Script");
    assert_eq!(place("b"), "Block Block Function Script");
    assert_eq!(place("c"), "Catch Function Script");
    let anonymous = tree.functions.iter().find(|function| function.name.is_none() && function.scope.0 != 0);
    let parent = anonymous.and_then(|function| tree[function.scope].parent).map(|scope| tree[scope].kind);
    assert_eq!(parent, Some(crate::scope::ScopeKind::Block));
}

#[test]
fn eval_code_declares_by_name_or_has_bindings_if_strict() {
    let text = "var a = b; function f() { a }";
    let by_name = |a: &str, b: &str, inner: &str| {
        format!(
            "Eval()
  eval scope function f var a
  var {a} = {b}
  declare
    Declaration f()
      function scope
      {inner}"
        )
    };
    check_dump(Goal::IndirectEval, false, text, &by_name("a", "b", "a"));
    check_dump(Goal::DirectEval, false, text, &by_name("a?", "b?", "a?"));
    check_dump(
        Goal::DirectEval,
        true,
        text,
        "
        Eval() strict
          eval scope [a#0 variable captured assigned] [f#1 function] function f record
          var a#0 = b?
          declare
            Declaration f() strict
              function scope
              a#0",
    );
    check_dump(
        Goal::IndirectEval,
        true,
        "'use strict'; var a = b",
        "
        Eval() strict
          eval scope [a#0 variable assigned]
          \"use strict\"
          var a#0 = b",
    );
}
