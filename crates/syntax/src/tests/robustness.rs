//! No input makes the parser panic, overflow the stack or take more than linear time.

use std::sync::Arc;
use std::thread;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use super::{parse_as, parse_script};
use crate::dump::dump;
use crate::tree::{ExpressionKind, StatementKind};
use crate::{Goal, ParseOptions, SourceErrorKind, parse};

const SAMPLE: &str = r#"#!hashbang
"use notail"; var a = 1, b = 'é\u{1D4B3}\x41\0\u0041\
c', \u0063 = .5e+3 + 0x1f - 010 <!-- x
function f(x, y) { "use strict"; return arguments[0] / x /* 1
*/ >>> y-- }
label: for (var i = 0 in { get a() { return this }, set a(v) {}, 'b': [1,,2], 3: /[/]\/x/gi }) { continue label }
if (a) function g() {} else if (b) { { function g() {} } } else do ; while (a); switch (a) { case 1: default: break }
try { throw new new Error(a, b)() } catch (e) { with (e) eval("x") } finally { void typeof delete a.b[c]++ }
a = b ? c : (d, e) || !f && ~g | h ^ i & j == k !== l <= m << n * o % -p; let = yield; async
"#;

/// Small generator of numbers, equal in every run.
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn parse_every_way(text: &str) {
    for goal in [Goal::Script, Goal::IndirectEval, Goal::DirectEval] {
        if let Ok(tree) = parse_as(goal, goal == Goal::DirectEval, text) {
            dump(&tree);
        }
    }
}

#[test]
fn every_prefix_and_every_suffix_of_a_program_is_parsed() {
    assert!(parse_script(SAMPLE).is_ok(), "{:?}", parse_script(SAMPLE).err());
    for index in (0..=SAMPLE.len()).filter(|&index| SAMPLE.is_char_boundary(index)) {
        parse_every_way(&SAMPLE[..index]);
        parse_every_way(&SAMPLE[index..]);
    }
}

#[test]
fn random_tokens_are_parsed() {
    let tokens: Vec<&str> = "var function ( ) { } [ ] ; , . : ? = += ++ -- + - / * ! ~ < > in instanceof new delete \
        typeof void this null a b f eval arguments let static yield get set async of 1 010 0x 'use_strict' \"s\" /x/g \\u0061 \
        'un /* */ // <!-- --> => ... ` # if else for while do break continue return switch case default try catch finally \
        throw with debugger class const enum import \u{2028} é ☃ a: l: =>"
        .split(' ')
        .chain(["\n", "'use strict';"])
        .collect();
    let mut random = Random(42);
    for _ in 0..20_000 {
        let count = 1 + random.below(24);
        let text: Vec<_> = (0..count).map(|_| tokens[random.below(tokens.len())]).collect();
        parse_every_way(&text.join([" ", "", "\n"][random.below(3)]));
    }
}

#[test]
fn random_characters_are_parsed() {
    let characters: Vec<char> =
        "(){}[];,.:?=+-*/<>!&|^%~'\"\\\n\r\t 0189xeEuabfn$_@#`\0é€𝒳\u{2028}\u{FEFF}".chars().collect();
    let mut random = Random(7);
    for _ in 0..20_000 {
        let count = 1 + random.below(40);
        let text: String = (0..count).map(|_| characters[random.below(characters.len())]).collect();
        parse_every_way(&text);
    }
}

#[test]
fn deep_nesting_is_an_error_on_a_small_thread() {
    let openings = [
        "(",
        "[",
        "{",
        "({a:",
        "f(",
        "a[",
        "function f(){",
        "(function(){",
        "-",
        "!",
        "typeof ",
        "++",
        "new ",
        "new (",
        "a?b:",
        "a?",
        "a=",
        "a+=",
        "if(a)",
        "if(a){",
        "while(a)",
        "for(;;)",
        "do ",
        "with(a)",
        "try{",
        "try{}catch(e){",
        "switch(a){case 1:",
        "({get a(){",
        "a:",
        "a=>",
        "a+(",
        "a&&(b||",
        "if(a);else ",
        "delete ",
        "a:function f(){",
        "{function f(){",
        "eval(",
        "(a=",
        "(a)=>",
        "a=>{",
        "async(",
        "async a=>",
        "[a=",
        "[[",
        "({a:",
        "({a:[",
        "({[",
        "[...",
        "var [",
        "let {a:",
        "function f([",
        "function f(a=",
        "function f(...[",
        "try{}catch([",
        "for(const [",
        "for(let a of ",
        "for(let a of b){",
        "class A{a(){",
        "class A{a=",
        "class A{[",
        "class A{static{",
        "class A extends ",
        "(class extends (",
        "`${",
        "a`${",
        "a?.[",
        "a?.(",
        "a**",
        "a??",
        "a??(",
        "a||=",
        "import(",
        "switch(a){case 1:{",
        "function*f(){yield ",
        "async function f(){await ",
        "async()=>await ",
        "{async function f(){",
        "({a(){",
        "({get a(){",
        "({async*a(){",
    ];
    for opening in openings {
        let worker = thread::Builder::new().stack_size(256 * 1024).spawn(move || {
            let source = Arc::new(SourceText::new("deep", opening.repeat(200_000)));
            let options = ParseOptions::new(Goal::Script, NativeStack::default());
            parse(source, &options, &mut Budget::default()).err().map(|error| error.kind)
        });
        let kind = worker.map(|worker| worker.join());
        assert!(matches!(kind, Ok(Ok(Some(_)))), "{opening}: {kind:?}");
    }
    for opening in ["(", "{", "-", "new ", "a?b:", "a=", "function f(){", "if(a)"] {
        let error = parse_script(&opening.repeat(200_000)).err();
        assert_eq!(error.map(|error| error.kind), Some(SourceErrorKind::Limit), "{opening}");
    }
}

#[test]
fn reasonable_nesting_is_fine_on_a_small_thread() {
    for (open, inner, close) in [("(", "a", ")"), ("[", "", "]"), ("{", "", "}"), ("(function(){", "", "})()")] {
        let text = format!("{}{inner}{}", open.repeat(60), close.repeat(60));
        let worker = thread::Builder::new().stack_size(256 * 1024).spawn(move || parse_script(&text).err());
        let error = worker.map(|worker| worker.join());
        assert!(matches!(error, Ok(Ok(None))), "{open}: {error:?}");
    }
}

#[test]
fn long_chains_need_no_stack_and_lean_to_the_left() {
    let terms = 500_000;
    for link in ["+a", "&&a", "||a", ".a", "()", "[0]", ",a", ".a()", "-a*b", "==a"] {
        let tree = parse_script(&format!("a{}", link.repeat(terms)));
        assert!(tree.is_ok(), "{link}: {:?}", tree.err());
    }
    let Ok(tree) = parse_script(&format!("a{}", "+a".repeat(terms))) else { panic!("a sum was rejected") };
    let body = tree.list(tree[tree.program].body).next();
    let Some(StatementKind::Expression { mut expression }) = body.map(|statement| tree[statement].kind) else {
        panic!("no expression statement")
    };
    let mut depth = 0;
    while let ExpressionKind::Binary { left, .. } = tree[expression].kind {
        (expression, depth) = (left, depth + 1);
    }
    assert_eq!(depth, terms);
}

#[test]
fn long_else_if_chains_need_no_stack() {
    let text = format!("{}{{}}", "if (a) b; else ".repeat(100_000));
    let tree = parse_script(&text);
    assert!(tree.is_ok_and(|tree| dump(&tree).lines().count() == 200_000 + 4));
}

#[test]
fn unresolved_names_are_cheap_to_hand_on() {
    let uses = "a;b;c;".repeat(20_000);
    let text = format!("{}{uses}{}", "(function(){{function f(){}".repeat(50), "}})".repeat(50));
    assert!(parse_script(&text).is_ok());
}

#[test]
fn sources_are_as_long_as_offsets_reach() {
    assert_eq!(crate::check_length(SourceText::MAX_LEN), Ok(()));
    let error = crate::check_length(SourceText::MAX_LEN + 1).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (crate::SourceErrorKind::Syntax, "the source text is too long"));
}
