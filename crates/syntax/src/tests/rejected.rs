//! Early errors, with position and message.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use super::{parse_script, rejects, rejects_in_strict_code};
use crate::{Goal, ParseOptions, SourceErrorKind, parse};

#[test]
fn what_was_expected_and_what_was_found() {
    rejects(&[
        ("({ [a, b]: 0 })", "1:6", "expected `]` but found `,`"),
        ("({ [a, b]() {} })", "1:6", "expected `]` but found `,`"),
        ("({ [a, b]: c } = d)", "1:6", "expected `]` but found `,`"),
        ("let { [a, b]: c } = d", "1:9", "expected `]` but found `,`"),
        ("(class { [a, b]() {} })", "1:12", "expected `]` but found `,`"),
        ("(class { static [a, b] = 1 })", "1:19", "expected `]` but found `,`"),
        ("f(a;", "1:4", "expected `,` or `)` but found `;`"),
        ("(a", "1:3", "unexpected end of input: `(` at 1:1 is not closed"),
        ("a b", "1:3", "unexpected identifier `b`"),
        ("a\nb c", "2:3", "unexpected identifier `c`"),
        ("if a", "1:4", "expected `(` but found identifier `a`"),
        ("a ? b ;", "1:7", "expected `:` but found `;`"),
        ("[1 2]", "1:4", "expected `,` or `]` but found number"),
        ("({a 1})", "1:5", "expected `:` but found number"),
        ("({a: 1 b: 2})", "1:8", "expected `,` or `}` but found identifier `b`"),
        ("a.1", "1:2", "unexpected number"),
        ("a. 1", "1:4", "expected a property name but found number"),
        ("a.'b'", "1:3", "expected a property name but found string literal"),
        ("}", "1:1", "unexpected `}`"),
        (")", "1:1", "unexpected `)`"),
        ("{", "1:2", "unexpected end of input: `{` at 1:1 is not closed"),
        ("function f() {", "1:15", "unexpected end of input: `{` at 1:14 is not closed"),
        ("function (a) {}", "1:10", "a function declaration needs a name"),
        ("function f(a, , b) {}", "1:15", "expected a name but found `,`"),
        ("f(,)", "1:3", "unexpected `,`"),
        ("var 1", "1:5", "expected a name but found number"),
        ("var if", "1:5", "`if` is a reserved word"),
        ("var", "1:4", "unexpected end of input"),
        ("if = 1", "1:4", "expected `(` but found `=`"),
        ("x = if", "1:5", "unexpected `if`"),
        ("enum = 1", "1:1", "unexpected `enum`"),
        ("do a while (b)", "1:6", "unexpected `while`"),
        ("switch (a) { b }", "1:14", "expected `case`, `default` or `}` but found identifier `b`"),
        ("()", "1:2", "unexpected `)`"),
        ("a = ;", "1:5", "unexpected `;`"),
        ("a\n++", "2:3", "unexpected end of input"),
        ("else", "1:1", "unexpected `else`"),
        ("if (a) b else c", "1:10", "unexpected `else`"),
        ("for (a b", "1:8", "expected `;` but found identifier `b`"),
        ("for (var a = 1, b in c) ;", "1:1", "exactly one variable"),
        ("new.target", "1:1", "`new.target` is only allowed in functions and classes"),
    ]);
}

#[test]
fn broken_tokens() {
    rejects(&[
        ("'abc", "1:1", "unterminated string literal"),
        ("'abc\n'", "1:1", "unterminated string literal"),
        ("a = 'abc\\", "1:5", "unterminated string literal"),
        ("'\\n", "1:1", "unterminated string literal"),
        ("a /* b", "1:3", "unterminated comment"),
        ("a = /b", "1:5", "unterminated regular expression"),
        ("/b\n/", "1:1", "unterminated regular expression"),
        ("/[/]", "1:1", "unterminated regular expression"),
        ("/a\\", "1:1", "unterminated regular expression"),
        ("/a\u{2028}/", "1:1", "unterminated regular expression"),
        ("a = /b(c/", "1:7", "invalid regular expression: unterminated group"),
        ("/\u{e4}\u{1f600}*+/", "1:5", "invalid regular expression: nothing to repeat"),
        ("/[b-a]/g", "1:3", "invalid regular expression: range out of order in character class"),
        ("/a/gg", "1:4", "invalid regular expression flags `gg`"),
        ("/a/x", "1:4", "invalid regular expression flags `x`"),
        ("/a/uv", "1:4", "invalid regular expression flags `uv`"),
        ("/a/\\u0067", "1:4", "invalid regular expression flags"),
        ("'a\\xg'", "1:3", "invalid escape sequence"),
        ("'\\u12'", "1:2", "invalid escape sequence"),
        ("'\\u{}'", "1:2", "invalid escape sequence"),
        ("'\\u{110000}'", "1:2", "above 10FFFF"),
        ("'\\u{12", "1:2", "invalid escape sequence"),
        ("0x", "1:1", "digits are missing"),
        ("1e+", "1:1", "digits are missing"),
        ("3in []", "1:2", "must not be followed"),
        ("0b12", "1:4", "must not be followed"),
        ("1é", "1:2", "must not be followed"),
        ("1_", "1:2", "a numeric separator must stand between two digits"),
        ("1__0", "1:2", "a numeric separator must stand between two digits"),
        ("0x_1", "1:1", "digits are missing"),
        ("1_.5", "1:2", "a numeric separator must stand"),
        ("1._5", "1:3", "a numeric separator must stand"),
        ("1e_5", "1:1", "digits are missing"),
        ("0_1", "1:2", "not allowed after a leading zero"),
        ("01n", "1:3", "must not be followed"),
        ("1.5n", "1:4", "must not be followed"),
        ("1nn", "1:3", "must not be followed"),
        ("1_0n1", "1:5", "must not be followed"),
        ("`a${b", "1:6", "unexpected end of input: `{` at 1:4 is not closed"),
        ("`a${b;}`", "1:6", "expected `}` but found `;`"),
        ("`a", "1:1", "unterminated template literal"),
        ("`\\u{`", "1:2", "invalid escape sequence"),
        ("`\\1`", "1:2", "octal escape sequences are not allowed in template strings"),
        ("`${a}\\x0`", "1:6", "invalid escape sequence"),
        ("07.5", "1:3", "unexpected number"),
        ("\\", "1:1", "escape sequence"),
        ("\\x61", "1:1", "escape sequence"),
        ("\\u0030a", "1:1", "escape sequence"),
        ("a\\u0020", "1:1", "escape sequence"),
        ("a ☃", "1:3", "invalid character '☃'"),
        ("a \0", "1:3", "invalid character"),
        ("\u{180E}", "1:1", "invalid character"),
        ("# a", "1:1", "unexpected `#`"),
        ("a.#b", "1:3", "the private name `#b` is not declared in a class around it"),
        ("v\\u0061r a", "1:1", "the keyword `var` must not contain escape sequences"),
        ("({ g\\u0065t a() {} })", "1:13", "expected `:`"),
        ("var v\\u0061r", "1:5", "the keyword `var`"),
        ("async function f() { \\u0061wait a }", "1:22", "the keyword `await`"),
        ("async function f() { for \\u0061wait (a of b); }", "1:26", "the keyword `await`"),
        ("async function f() { for (\\u0061wait a;;); }", "1:27", "the keyword `await`"),
        ("for (var a \\u006ff b);", "1:12", "the keyword `of`"),
        ("function* g() { yi\\u0065ld }", "1:17", "the keyword `yield`"),
        (" #!", "1:2", "unexpected `#`"),
    ]);
}

#[test]
fn targets_must_be_assignable() {
    rejects(&[
        ("1 = a", "1:1", "invalid assignment target"),
        ("a + b = c", "1:1", "invalid assignment target"),
        ("a = b + c = d", "1:5", "invalid assignment target"),
        ("(a, b) = c", "1:2", "invalid assignment target"),
        ("({}) = a", "1:2", "invalid assignment target"),
        ("this = a", "1:1", "invalid assignment target"),
        ("a++ = b", "1:1", "invalid assignment target"),
        ("new a = b", "1:1", "invalid assignment target"),
        ("a ? b : c = d, a ? b : 1 = c", "1:24", "invalid assignment target"),
        ("1++", "1:1", "operand of `++`"),
        ("++a++", "1:3", "operand of `++`"),
        ("--this", "1:3", "operand of `++`"),
        ("for (a + b in c) ;", "1:6", "target of a for-in loop"),
        ("for (a = 1 in c) ;", "1:6", "target of a for-in loop"),
        ("for (1 in c) ;", "1:6", "target of a for-in loop"),
        ("for (new a() in c) ;", "1:6", "target of a for-in loop"),
    ]);
}

#[test]
fn jumps_need_a_target() {
    rejects(&[
        ("break", "1:1", "`break` outside"),
        ("continue", "1:1", "`continue` outside"),
        ("switch (a) { case 1: continue }", "1:22", "`continue` outside"),
        ("while (1) (function () { break })", "1:26", "`break` outside"),
        ("while (1) break a", "1:17", "no label `a`"),
        ("a: while (1) { (function () { break a }) }", "1:37", "no label `a`"),
        ("a: { continue a }", "1:15", "`a` does not label a loop"),
        ("a: { while (1) continue a }", "1:25", "`a` does not label a loop"),
        ("a: a: ;", "1:4", "the label `a` is already in use"),
        ("a: { a: ; }", "1:6", "the label `a` is already in use"),
        ("return", "1:1", "`return` outside"),
        ("{ return 1 }", "1:3", "`return` outside"),
        ("a: while (1) ; continue a", "1:25", "no label `a`"),
    ]);
    rejects(&[("a:\nb: a: ;", "2:4", "the label `a` is already in use")]);
}

#[test]
fn statements_with_rules_of_their_own() {
    rejects(&[
        ("throw\na", "1:1", "line break"),
        ("try {} a", "1:1", "`try` needs"),
        ("try {}", "1:1", "`try` needs"),
        ("switch (a) { default: default: }", "1:23", "two `default`"),
        ("while (1) function f() {}", "1:11", "top level or in a block"),
        ("with (a) function f() {}", "1:10", "top level or in a block"),
        ("if (a) l: function f() {}", "1:11", "labelled function"),
        ("while (1) l: m: function f() {}", "1:17", "labelled function"),
        ("{ function f() {} var f }", "1:23", "`f` has already been declared"),
        ("{ var f; function f() {} }", "1:19", "`f` has already been declared"),
        ("{ { var f } function f() {} }", "1:22", "`f` has already been declared"),
        ("{ function f() {} { var f } }", "1:25", "`f` has already been declared"),
        ("switch (a) { case 1: var f; default: function f() {} }", "1:47", "`f` has already been declared"),
        ("function g() { { function f() {} for (var f in a) ; } }", "1:43", "`f` has already been declared"),
        ("try {} catch (f) { function f() {} }", "1:29", "`f` has already been declared"),
        ("({ get a(b) {} })", "1:9", "a getter has no parameters"),
        ("({ set a() {} })", "1:9", "a setter has exactly one parameter"),
        ("({ set a(b, c) {} })", "1:9", "a setter has exactly one parameter"),
        ("({ set a(b,) {} })", "1:9", "a setter has exactly one parameter"),
        ("({ __proto__: 1, '__proto__': 2 })", "1:18", "`__proto__` must not be given twice"),
    ]);
}

#[test]
fn strict_code_is_stricter() {
    rejects_in_strict_code(&[
        ("with (a) b", "`with` is not allowed"),
        ("010", "octal literals"),
        ("08", "octal literals"),
        ("'\\1'; 1", "octal escape"),
        ("'\\08'", "octal escape"),
        ("'\\8'", "octal escape"),
        ("({ 010: 1 })", "octal literals"),
        ("({ '\\1': 1 })", "octal escape"),
        ("delete a", "must not be deleted"),
        ("delete ((a))", "must not be deleted"),
        ("eval = 1", "`eval` must not be assigned to"),
        ("arguments++", "`arguments` must not be assigned to"),
        ("(eval) += 1", "`eval` must not be assigned to"),
        ("for (eval in a) ;", "`eval` must not be assigned to"),
        ("f() = 1", "invalid assignment target"),
        ("f()++", "operand of `++`"),
        ("for (f() in a) ;", "target of a for-in loop"),
        ("for (var a = 1 in b) ;", "initializer"),
        ("var eval", "`eval` must not be declared"),
        ("function arguments() {}", "`arguments` must not be declared"),
        ("try {} catch (eval) {}", "`eval` must not be declared"),
        ("function f(a, a) {}", "`a` occurs twice"),
        ("function f(eval) {}", "`eval` must not be declared"),
        ("({ set a(eval) {} })", "`eval` must not be declared"),
        ("static", "`static` is a reserved word in strict code"),
        ("var yield", "`yield` is a reserved word in strict code"),
        ("implements: ;", "`implements` is a reserved word in strict code"),
        ("function package() {}", "`package` is a reserved word in strict code"),
        ("l\\u0065t = 1", "`let` is a reserved word in strict code"),
        ("a = l\\u0065t", "`let` is a reserved word in strict code"),
        ("{ function f() {} function f() {} }", "`f` has already been declared"),
        ("if (a) function f() {}", "top level or in a block"),
        ("l: function f() {}", "labelled function"),
    ]);
}

#[test]
fn a_directive_reaches_back_to_name_parameters_and_prologue() {
    rejects(&[
        ("function eval() { 'use strict' }", "1:10", "`eval` must not be declared"),
        ("(function static() { 'use strict' })", "1:11", "`static` is a reserved word"),
        ("function f(a, b, a) { 'use strict' }", "1:18", "`a` occurs twice"),
        ("function f(arguments) { 'use strict' }", "1:12", "`arguments` must not be declared"),
        ("function f(interface) { 'use strict' }", "1:12", "`interface` is a reserved word"),
        ("function f() { '\\01'; 'use strict' }", "1:17", "octal escape"),
        ("'\\8'; 'use strict'", "1:2", "octal escape"),
        ("'use strict'; '\\1'", "1:16", "octal escape"),
        ("'use strict'\n010", "2:1", "octal literals"),
        ("'use strict'; function f() { 010 }", "1:30", "octal literals"),
        ("\"a\"\n'use strict'\nwith (a) b", "3:1", "`with`"),
    ]);
}

#[test]
fn too_deep_is_an_error_of_its_own_kind() {
    let error = parse_script(&"(".repeat(200_000)).err();
    assert!(error.is_some_and(|error| error.kind == SourceErrorKind::Limit && error.message == "nesting is too deep"));
    let error = parse_script("(").err();
    assert!(error.is_some_and(|error| error.kind == SourceErrorKind::Syntax));
}

#[test]
fn what_more_text_could_mend_is_unfinished() {
    let is_unfinished = |text: &str| {
        let options = ParseOptions::new(Goal::Prompt, NativeStack::default());
        let parsed = parse(Arc::new(SourceText::new("test.js", text)), &options, &mut Budget::default());
        parsed.err().is_some_and(|error| error.is_unfinished)
    };
    for text in [
        "try { a }",
        "try {} // b\n",
        "const a",
        "let [a]",
        "for (const a",
        "for await (a",
        "class A { constructor",
        "class A { m() { #a",
        "import",
        "if (a)",
        "a =",
        "f(b",
        "`c",
        "/* d",
    ] {
        assert!(is_unfinished(text), "{text}");
    }
    for text in [
        "try {} a",
        "try {};",
        "const a;",
        "let [a];",
        "for await (a;",
        "class A { constructor; }",
        "class A { #a; m() { #a + 1 } }",
        "let a; let a",
        "import a",
        "a b",
        "a",
    ] {
        assert!(!is_unfinished(text), "{text}");
    }
}
