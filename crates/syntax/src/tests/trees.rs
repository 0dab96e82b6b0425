//! The shape of trees.

use super::{check_tree, parse_script};
use crate::tree::{ExpressionKind, StatementKind};

#[test]
fn operators_bind_by_their_power() {
    check_tree("a + b * c - d", "(Subtract (Add a (Multiply b c)) d)");
    check_tree("a || b && c | d ^ e & f", "(Or a (And b (BitOr c (BitXor d (BitAnd e f)))))");
    check_tree("a == b < c << d + e * f", "(Equal a (Less b (ShiftLeft c (Add d (Multiply e f)))))");
    check_tree("a * b + c << d < e == f", "(Equal (Less (ShiftLeft (Add (Multiply a b) c) d) e) f)");
    check_tree("a - b - c", "(Subtract (Subtract a b) c)");
    check_tree("a < b in c instanceof d", "(InstanceOf (In (Less a b) c) d)");
    check_tree("a = b += c", "(= a (Add= b c))");
    check_tree("a ? b : c ? d : e", "(? a b (? c d e))");
    check_tree("a, b, c", "(, a b c)");
    check_tree("(a, b), c", "(, (, a b) c)");
    check_tree("-a++ * !b", "(Multiply (Minus (PostfixIncrement a)) (Not b))");
    check_tree("typeof a.b()", "(TypeOf (call (. a b)))");
    check_tree("a >>>= b >>> c >> d", "(ShiftRightUnsigned= a (ShiftRight (ShiftRightUnsigned b c) d))");
}

/// The compiler document's two derivations, and its `new` expressions.
#[test]
fn seed_c03_the_documents_derivations() {
    check_tree("1 + 2 + 3 + 4 * 5", "(Add (Add (Add 1 2) 3) (Multiply 4 5))");
    check_tree("a = b = c *= 4", "(= a (= b (Multiply= c 4)))");
    check_tree("new Foo", "(new Foo)");
    check_tree("new Foo ()", "(new Foo)");
    check_tree("new new Foo () ()", "(new (new Foo))");
    check_tree("new new Foo () () ()", "(call (new (new Foo)))");
    check_tree("new new new new Foo () ()", "(new (new (new (new Foo))))");
    check_tree("new new Foo () () () ()", "(call (call (new (new Foo))))");
}

#[test]
fn operands_chain_to_the_left() {
    check_tree("a.b[c](d).e", "(. (call ([] (. a b) c) d) e)");
    check_tree("new a.b(c).d", "(. (new (. a b) c) d)");
    check_tree("new new a(b)(c)", "(new (new a b) c)");
    check_tree("new a", "(new a)");
    check_tree("new (a())()", "(new (call a))");
    check_tree("a\n++b", "a\n(PrefixIncrement b)");
    check_tree("a\n(b)", "(call a b)");
}

#[test]
fn literals() {
    check_tree("[1, , 'x', null, true, /a[/]/g]", "(array 1 hole \"x\" null true /a[/]/g)");
    check_tree("({ a: 1, 'b': 2, 3: 4, __proto__: 5 })", "(object a: 1 b: 2 3: 4 prototype __proto__: 5)");
    check_tree("0x1F + 010 + 08.5 + .5 + 1e3 + 5.", "(Add (Add (Add (Add (Add 31 8) 8.5) 0.5) 1000) 5)");
    check_tree(
        "9007199254740993 + 123456789012345678901234567890",
        "(Add 9007199254740992 123456789012345680000000000000)",
    );
    check_tree(r"'\x41\u0042\103\u{44}\0' + '\8'", "(Add \"ABCD\\0\" \"8\")");
}

#[test]
fn strings_and_names_are_code_units() {
    let units = |text: &str| {
        let tree = parse_script(text).ok()?;
        let statement = tree.list(tree[tree.program].body).next()?;
        let StatementKind::Expression { expression } = tree[statement].kind else { return None };
        match tree[expression].kind {
            ExpressionKind::StringLiteral { value: name } | ExpressionKind::Identifier { name, .. } => {
                Some(tree.names.text(name).units().collect::<Vec<_>>())
            }
            _ => None,
        }
    };
    assert_eq!(units(r"'\ud835\udcb3'"), Some(vec![0xD835, 0xDCB3]));
    assert_eq!(units("'\u{1D4B3}'"), Some(vec![0xD835, 0xDCB3]));
    assert_eq!(units(r"'\udcb3\ud835'"), Some(vec![0xDCB3, 0xD835]));
    assert_eq!(units("'a\\\r\nb\u{2028}'"), Some(vec![0x61, 0x62, 0x2028]));
    assert_eq!(units(r"\u{1D4B3}"), Some(vec![0xD835, 0xDCB3]));
    assert_eq!(units("é"), Some(vec![0xE9]));
    assert_eq!(units(r"'a\400'"), Some(vec![0x61, 0x20, 0x30]));
}

#[test]
fn statements() {
    check_tree("if (a) b; else if (c) d; else e", "if a\n  b\nelse if c\n  d\nelse\n  e");
    check_tree("if (a) if (b) c; else d", "if a\n  if b\n    c\n  else\n    d");
    check_tree(
        "l: for (var i = 0; i < 1; i++) continue l",
        "l:\n  for var i = 0; (Less i 1); (PostfixIncrement i)\n    continue l",
    );
    check_tree("for (var i = 0 in a) ;", "for var i = 0 in a\n  empty");
    check_tree("for (a.b in c, d) ;", "for (. a b) in (, c d)\n  empty");
    check_tree("do a; while (b) c", "do while b\n  a\nc");
    check_tree("switch (a) { case 1: b; default: }", "switch a\n  case 1\n    b\n  default");
    check_tree("try { a } finally { b }", "try\n  block\n    a\nfinally\n  block\n    b");
    check_tree("throw a; debugger", "throw a\ndebugger");
}

#[test]
fn functions_know_their_text_and_their_kind() {
    let text = "x = { get a() { return this } }; function f(a) { 'use notail'; 'use strict' } (function () {})";
    let Ok(tree) = parse_script(text) else { panic!("rejected") };
    let functions: Vec<_> = tree.functions[1..]
        .iter()
        .map(|function| (tree.source.slice(function.span), tree.source.slice(function.name_span), function.strict))
        .collect();
    assert_eq!(
        functions,
        [
            ("get a() { return this }", "a", false),
            ("function f(a) { 'use notail'; 'use strict' }", "f", true),
            ("function () {}", "function", false),
        ]
    );
    assert!(tree.functions[1].uses_this && !tree.functions[2].uses_this);
    assert!(tree.functions[2].no_tail_calls && !tree.functions[1].no_tail_calls);
}

#[test]
fn tail_calls_are_refused_by_two_directives_and_no_others() {
    let refuses = |directive: &str| {
        let Ok(tree) = parse_script(&format!("function f() {{ {directive} }}")) else {
            panic!("rejected: {directive}")
        };
        tree.functions[1].no_tail_calls
    };
    for directive in
        ["'use notail'", "\"use duk notail\"", "'anything'; 'use duk notail'", "'use strict'; 'use duk notail';"]
    {
        assert!(refuses(directive), "{directive}");
    }
    let others = [
        "'use  notail'",
        "'use  duk notail'",
        "'duk notail'",
        "'use duk'",
        "'use Duk notail'",
        "' use duk notail'",
        "'use duk notail '",
        "'use duk notails'",
        "'use\\u0020duk notail'",
        "('use duk notail')",
        "'use duk notail' + ''",
        "0; 'use duk notail'",
        "{ 'use duk notail' }",
    ];
    for directive in others {
        assert!(!refuses(directive), "{directive}");
    }
}

#[test]
fn spans_cover_what_they_should() {
    let text = "(a).b + (c) * d";
    let Ok(tree) = parse_script(text) else { panic!("rejected") };
    let texts: Vec<_> = tree.expressions.iter().map(|expression| tree.source.slice(expression.span)).collect();
    assert_eq!(texts, ["a", "(a).b", "c", "d", "(c) * d", "(a).b + (c) * d"]);
    let marked: Vec<_> = tree.expressions.iter().map(|expression| expression.parenthesized).collect();
    assert_eq!(marked, [true, false, true, false, false, false]);
}
