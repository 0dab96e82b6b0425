//! `parse_dynamic_function`.

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::LoneSurrogates;

use crate::dump::dump;
use crate::tree::Tree;
use crate::{DynamicFunction, DynamicKind, SourceError, parse_dynamic_function};

fn accepted(parameters: &str, body: &str) -> bool {
    parsed(parameters, body).is_ok()
}

fn parsed(parameters: &str, body: &str) -> Result<Tree, SourceError> {
    let mut budget = Budget::default();
    let text =
        DynamicFunction::new(DynamicKind::Plain, "test", parameters, body, LoneSurrogates::default(), &mut budget)?;
    parse_dynamic_function(&text, NativeStack::default(), &mut budget)
}

#[test]
fn parameters_and_body_stand_for_themselves() {
    for (parameters, body) in [
        ("", ""),
        ("a, b", "return a + b"),
        ("a, a", ""),
        ("a // x", "b // y"),
        ("/* x */", "/* y */"),
        ("a,", "return"),
        ("", "-->"),
        ("a <!-- b", "c <!-- d"),
        ("", "'use strict'; this"),
    ] {
        assert!(accepted(parameters, body), "{parameters} | {body}");
    }
    for (parameters, body) in [
        ("/*", "*/) {"),
        ("a) { }, function (", ""),
        ("a) {", "}"),
        ("){ //", ""),
        ("", "}"),
        ("", "} {"),
        ("", "}) (function () {"),
        ("", "} //"),
        ("", "} /*"),
        ("", "/*"),
        ("-->", ""),
        ("1", ""),
        ("a b", ""),
        ("a, a", "'use strict'"),
        ("", "(a"),
        ("", "'"),
    ] {
        assert!(!accepted(parameters, body), "{parameters} | {body}");
    }
}

#[test]
fn the_program_is_the_function_as_an_expression_without_a_name_scope() {
    let tree = parsed("a", "return anonymous(a)");
    let dumped = tree.as_ref().map(dump).unwrap_or_else(|error| error.to_string());
    let expected = "Script()
  script scope
  {
    Expression anonymous(a#0)
      function scope [a#0 parameter 0]
      return (call anonymous a#0)
  }
";
    assert_eq!(dumped, expected);
    let texts = tree.map(|tree| tree.source.slice(tree.functions[1].span).to_owned());
    assert_eq!(texts.as_deref(), Ok("function anonymous(a\n) {\nreturn anonymous(a)\n}"));
}
