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
fn errors_at_the_end_of_a_body_know_nothing_of_the_braces_around_it() {
    for (body, message, column) in [
        ("let x = ", "unexpected end of input", 9),
        ("x.", "unexpected end of input", 3),
        ("if (a)", "unexpected end of input", 7),
        ("f(", "unexpected end of input: `(` at 1:2 is not closed", 3),
        ("x = [1,", "unexpected end of input: `[` at 1:5 is not closed", 8),
        ("if (x) {", "unexpected end of input: `{` at 1:8 is not closed", 9),
        ("a => {", "unexpected end of input: `{` at 1:6 is not closed", 7),
        ("}", "unexpected `}`", 1),
        ("let a = ;", "unexpected `;`", 9),
        ("(a b", "expected `)` but found identifier `b`", 4),
        ("return (1 +\n)", "unexpected `)`", 1),
        ("1 + )", "unexpected `)`", 5),
    ] {
        let mut budget = Budget::default();
        let text = DynamicFunction::of_body(DynamicKind::Async, "test", &[], body, &mut budget).expect("a text");
        let parsed = parse_dynamic_function(&text, NativeStack::default(), &mut budget);
        let Err(error) = parsed else { panic!("{body} was parsed") };
        assert_eq!(error.message, message, "{body}");
        let (added, _) = text.source().added();
        assert!(error.notes.iter().all(|note| note.span.is_none_or(|span| span.start >= added)), "{body}");
        assert_eq!(text.source().position(error.span.start).column, column, "{body}");
    }
}

#[test]
fn types_in_a_body_of_javascript_are_told() {
    let is_told = |body: &str| {
        let mut budget = Budget::default();
        let text = DynamicFunction::of_body(DynamicKind::Async, "test.js", &[], body, &mut budget).expect("a text");
        let Err(error) = parse_dynamic_function(&text, NativeStack::default(), &mut budget) else { return false };
        error.notes.iter().any(|note| note.message.starts_with("this is TypeScript"))
    };
    assert!(is_told("const n: number = await 6\nreturn n") && is_told("interface A {}"));
    assert!(!is_told("const n = ;") && !is_told("const n: number = ") && !is_told("return 1"));
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
