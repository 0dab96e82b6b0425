//! Texts that are programs.

use super::{accepts, parse_script};

#[test]
fn semicolons_are_inserted() {
    accepts(&[
        "a\nb",
        "a\n++b",
        "do x(); while (y) z()",
        "do;while(0) x",
        "{ a } b",
        "function f() { return\na }",
        "function f() { return }",
        "var a\nvar b",
        "a = b /*\n*/ c",
        "l: for (;;) { continue\nl }",
        "throw a",
        "debugger\ndebugger",
        "",
        ";",
        "if (a) ; else b",
        "x\n/1/g",
    ]);
}

#[test]
fn comments_of_every_kind_are_skipped() {
    accepts(&[
        "#! /usr/bin/env js\na",
        "a <!-- b ( \n c",
        "--> first line\na",
        "a\n--> b (\n c",
        "/* x */ --> y (",
        "a /*\n*/ --> (",
        "while (x --> 0) ;",
        "// only a comment",
        "/**/",
        "/* * / ** */ a",
        "a // \u{2028} b",
        "a /* \u{2029} */ b",
        "'x' // é €\n + 1",
    ]);
}

#[test]
fn comments_end_at_their_first_end() {
    let long = "a/b * /\n".repeat(20);
    for (comment, has_break) in [
        ("/**/", false),
        ("/***/", false),
        ("/*/*/", false),
        ("/*/ a / */", false),
        ("/*\n*/", true),
        ("/*\n/*/", true),
        ("/*\r/ * / **/", true),
        ("/*\u{2029}/*/", true),
        (&format!("/*{long}*/"), true),
    ] {
        let before = format!("a {comment} b");
        assert_eq!(parse_script(&before).is_ok(), has_break, "{before}");
        // A line break stands before the comment.
        accepts(&[&format!("a\n{comment} b"), &format!("\n{comment}a = b / {comment}c / {comment} d")]);
    }
    assert!(parse_script("\n/*/").is_err());
    assert!(parse_script("/*\n/* /").is_err());
}

#[test]
fn white_space_and_line_ends_beyond_ascii() {
    accepts(&[
        "\u{FEFF}a",
        "a\u{A0}+\u{3000}b\u{2003}",
        "a\u{2028}b\u{2029}c",
        "'\u{2028}\u{2029}'",
        "var\u{2028}a",
        "var\u{2029}a",
    ]);
}

#[test]
fn identifiers_of_every_kind() {
    accepts(&[
        "var $, _, é, \u{1D4B3}, a\u{1D4B3}, a\u{200C}b",
        r"var \u0061, \u{62}, a\u{1D4B3}, \u{1d4b3}",
        "var let, static, yield, implements, interface, package, private, protected, public, await, async, get, set, of",
        r"l\u0065t = yi\u0065ld",
        "let = 1; let\n(a); let.b; let ? a : b",
        "yield: for (;;) break yield",
        "a.class.if.let; ({ class: 1, if: 2, function: 3 })",
        r"a.\u0069f; ({ \u0069f: 1 })",
        "l: let\n{}",
        "if (a) let\n{}",
        "for (let in a) ;",
        "for (let = 0; let < 1; let++) ;",
        "async\nfunction f() {}",
        "var undefined, NaN, eval, arguments",
        "async (x = function await() { await; }) => x",
        "async ([x = (0, function* await() {})]) => x",
    ]);
}

#[test]
fn numbers_of_every_kind() {
    accepts(&[
        "1; 0; .5; 5.; 1e5; 1E+5; 1.5e-5; 0x1F; 0XaB; 0b101; 0O17",
        "010; 08; 09.5; 0777; 00",
        "1..toString(); 010.toString()",
        "1.e1",
        "3 .a",
    ]);
}

#[test]
fn strings_of_every_kind() {
    accepts(&[
        r#"'a"b'; "a'b"; '\'' + "\"""#,
        r"'\n\t\r\b\v\f\0\x41\u0041\u{41}\u{10FFFF}\q\\'",
        r"'\1\01\377\400\8\9\08'",
        "'a\\\nb\\\r\nc\\\u{2028}d'",
        r"'\ud800' + '\udc00'",
        "'é€𝒳'; '\\\u{1D4B3}'",
    ]);
}

#[test]
fn regular_expressions_where_an_operand_is_expected() {
    accepts(&[
        "/a/; /[/]/g; /\\//i; /[\\]/]/; /=/",
        "a = /=b/; f(/x/, /y/g)",
        "a / b / c; a /= b / /c/",
        "a\n/b/g",
        "(function () {}) / 2; ({}) / 2 / 3",
        "{} /x/.test(y)",
        "function f() {} /x/.test(y)",
        "if (a) /x/.test(y)",
        "typeof /x/; return_ = /x/; a ? /b/ : /c/",
        "/x/dgimsuy; /x/v",
        "a++ / 2; a[0] / 2; this / 2",
        "[/a/, /]/]",
    ]);
}

#[test]
fn statements_of_every_kind() {
    accepts(&[
        "for (var i = 0, j; i < 1; i++) ; for (;;) break",
        "for (var i in a, b) ; for (i in a) ; for (a.b in c) ; for (a[0] in b) ;",
        "for (var i = 0 in {}) ;",
        "for (var i = (a in b); ;) break",
        "for (f() in a) ; f() = 1; f()++; --f(); f() += 1",
        "for (var i = function () { return a in b }; ;) break",
        "for (a ? b in c : d; ;) break",
        "for (a[b in c]; f(b in c); ) ;",
        "switch (a) { case 1: case 2: b; break; default: c; case 3: }",
        "switch (a) {}",
        "try {} catch (e) {} try {} finally {} try {} catch (e) {} finally {}",
        "with (a) b",
        "a: b: while (1) { continue a; break b }",
        "a: { break a }",
        "a: ; a: ;",
        "a: { (function () { a: for (;;) break a }) }",
        "while (1) switch (a) { case 1: continue }",
        "if (a) if (b) c; else d; else e",
    ]);
}

#[test]
fn functions_in_odd_places_of_sloppy_code() {
    accepts(&[
        "{ function f() {} }",
        "{ function f() {} function f() {} }",
        "if (a) function f() {} else function g() {}",
        "l: function f() {}",
        "{ l: m: function f() {} }",
        "switch (a) { case 1: function f() {} default: function f() {} }",
        "try {} catch (f) { { function f() {} } }",
        "function f() {} var f; function f() {}",
        "{ function f() {} } var f",
        "{ function f() {} (function () { var f }) }",
        "{ (function () { var f }); function f() {} }",
        "try {} catch (e) { var e; for (var e in a) ; for (var e; ;) break }",
    ]);
}

#[test]
fn literals_and_operands() {
    accepts(&[
        "[]; [,]; [,,1,,]; [1,]; ({}); ({a: 1,}); ({a: 1, a: 2})",
        "({ get a() {}, set a(b) {}, get: 1, set: 2, get get() {}, set set(set) {} })",
        "({ get if() {}, get 'x y'() {}, get 1() {}, set 0x10(v) {} })",
        "({ __proto__: a, get __proto__() {}, set __proto__(v) {} })",
        "({ 1: a, 1.5: b, 'c': d, 010: e })",
        "new a; new a(); new a.b.c(); new new a()(); new (f())(); new a().b(); new f().g",
        "f(a,); function f(a,) {}",
        "(a) = 1; (a.b) = 1; ((a)) += 1; (a)++; ++(a)",
        "a ? b : c ? d : e; a ? b = 1 : c = 2; a = b = c; a, b, c",
        "delete a; delete (a); delete a.b; delete f()",
        "a.b.c[d](e)(f).g++",
        "function f(a, a) {}",
        "eval = arguments; eval++; function eval(arguments) {}",
        "a = b\n(c)",
        "- - + + ! ~ typeof void delete a",
    ]);
}

#[test]
fn directives_must_be_exact() {
    accepts(&[
        "('use strict'); with (a) b",
        "'use\\x20strict'; with (a) b",
        "'use strict' + 1; with (a) b",
        "'use strict'.length; with (a) b",
        "a; 'use strict'; with (a) b",
        "'use strict ', a; with (a) b",
        "'use \\\nstrict'; with (a) b",
        "function f() { 'use strict' } with (a) b",
        "'\\1'; with (a) b",
        "function f() { 'a'; 'use strict'; 'b'\n} 010",
    ]);
}
