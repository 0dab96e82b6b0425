//! Limits end a parse soon after they are reached, whatever is parsed, and count all the memory that it takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ferrotape_budget::{Budget, Deadline, NativeStack, Termination};
use ferrotape_text::{LoneSurrogates, SourceText};

use crate::tree::Tree;
use crate::{
    DynamicFunction, DynamicKind, Goal, ParseOptions, SourceError, SourceErrorKind, parse, parse_dynamic_function,
};

fn parse_within(text: &str, budget: &mut Budget) -> Result<Tree, SourceError> {
    let source = Arc::new(SourceText::new("limits", text));
    let options = ParseOptions::new(Goal::Script, NativeStack::default());
    parse(source, &options, budget)
}

fn termination(parsed: &Result<Tree, SourceError>) -> Option<Termination> {
    match parsed {
        Err(SourceError { kind: SourceErrorKind::Terminated(termination), .. }) => Some(*termination),
        _ => None,
    }
}

/// Returns texts of about `bytes` bytes: many tokens, and single long ones.
fn large_texts(bytes: usize) -> Vec<(&'static str, String)> {
    let repeated = |part: &str| part.repeat(bytes / part.len());
    let around = |open: &str, part: &str, close: &str| [open, &repeated(part), close].concat();
    let numbered = |text: &dyn Fn(usize) -> String| {
        let mut all = String::new();
        let mut index = 0;
        while all.len() < bytes {
            all.push_str(&text(index));
            index += 1;
        }
        all
    };
    vec![
        ("sums", repeated("a+b;")),
        ("names", numbered(&|n| format!("a{n};"))),
        ("variables", numbered(&|n| format!("var a{n};"))),
        ("functions", numbered(&|n| format!("function a{n}(){{}}"))),
        ("function expressions", repeated("(function f(a){return a});")),
        ("a function's variables", around("function f(){", "var a;a;", "}")),
        ("strings", numbered(&|n| format!("'{n}';"))),
        ("numbers", repeated("1.5;")),
        ("literals", repeated("({a:[1,2]});")),
        ("elements", around("[", "1,", "]")),
        ("empty statements", repeated(";")),
        ("blocks", repeated("{}")),
        ("blocks with functions", repeated("{function f(){}}")),
        ("labels", repeated("a:b:;")),
        ("else", around("", "if(a);else ", ";")),
        ("cases", around("switch(a){", "case 1:", "}")),
        ("parameters", around("function f(", "a,", "a){}")),
        ("strict parameters", around("function f(", "a,", "a){'use strict'}")),
        ("direct evals", around("function f(){", "eval(a);", "}")),
        ("dynamic names", around("function f(){eval();", "a;", "}")),
        ("white space", around("", " ", "a")),
        ("lines", around("", "\n", "a")),
        ("tabs", around("", "\t ", "a")),
        ("white space beyond ASCII", around("", "\u{3000}", "a")),
        ("a comment", around("/*", "comment ", "*/")),
        ("a comment that does not end", around("/*", "*", "")),
        ("comments", around("", "/**/", "a")),
        ("a line", around("//", "comment ", "")),
        ("a line beyond ASCII", around("//", "\u{20AC}", "")),
        ("a hashbang", around("#!", "line ", "")),
        ("a string", around("'", "text ", "'")),
        ("a string that does not end", around("'", "text ", "")),
        ("a string beyond ASCII", around("'", "\u{20AC}", "'")),
        ("a string beyond ASCII and an escape", around("'", "\u{20AC}", "\\n'")),
        ("escapes", around("'", "\\x41", "'")),
        ("escapes beyond Latin-1", around("'", "\\u1234", "'")),
        ("zeros in an escape", around("'\\u{", "0", "}'")),
        ("line continuations", around("'", "\\\n", "'")),
        ("an identifier", repeated("a")),
        ("an identifier beyond ASCII", repeated("\u{e9}")),
        ("an identifier of escapes", repeated("\\u0061")),
        ("a keyword of escapes", around("\\u{", "0", "61}")),
        ("digits", repeated("1")),
        ("a fraction", around("0.", "0", "1")),
        ("an exponent", around("1e", "0", "1")),
        ("hexadecimal digits", around("0x", "f", "")),
        ("octal digits", around("0", "7", "")),
        ("a pattern", around("/", "a", "/")),
        ("a pattern beyond ASCII", around("/", "\u{20AC}", "/")),
        ("a class", around("/[", "a", "]/")),
        ("flags", around("/a/", "g", "")),
        ("a template", around("`", "text ", "`")),
        ("lines of a template", around("`", "\r\n", "`")),
        ("escapes of a template", around("`", "\\n", "`")),
        ("a template beyond ASCII", around("`", "\u{20AC}", "`")),
        ("a template that does not end", around("`", "text ", "")),
        ("substitutions", around("`", "${a}", "`")),
        ("separators", around("1", "_1", "")),
        ("a BigInt", around("1", "1", "n")),
        ("a private name", around("class A{#", "a", "}")),
        ("arrow functions", repeated("a=>b;")),
        ("arrow functions with heads", repeated("(a,b=1)=>b;")),
        ("patterns", repeated("[a,b]=c;")),
        ("declared patterns", repeated("var [a,{b}]=c;")),
        ("lexical declarations", repeated("{let a;}")),
        ("names of a script", numbered(&|n| format!("let a{n};"))),
        ("default values", around("function f(a", ",[]=1", "){}")),
        ("classes", repeated("(class{a=1;b(){}});")),
        ("members", around("class A{", "a=1;", "}")),
        ("private names", numbered(&|n| format!("(class{{#a{n}}});"))),
        ("a pattern that does not end", around("/", "a", "")),
    ]
}

#[test]
fn a_deadline_ends_reading_within_milliseconds() {
    for (what, text) in large_texts(1 << 20) {
        let start = Instant::now();
        parse_within(&text, &mut Budget::default()).ok();
        let half = start.elapsed() / 2;
        let mut budget = Budget::default();
        let start = ThreadTime::now();
        budget.begin_run(Deadline::after(half));
        parse_within(&text, &mut budget).ok();
        // Time in which other threads run is no lateness. A tick takes some nanoseconds, and 2^14 ticks pass until the
        // limit is noticed. The rest is for slow machines.
        let late = start.elapsed().saturating_sub(half);
        assert!(late < Duration::from_millis(200), "{what}: {late:?}");
    }
    let mut budget = Budget::default();
    budget.begin_run(Deadline::after(Duration::ZERO));
    assert_eq!(termination(&parse_within("a", &mut budget)), Some(Termination::DeadlineReached));
}

/// Checks that no text of this length is parsed without ticks: the clock is only read every so many ticks.
#[test]
fn everything_that_is_read_ticks() {
    const BYTES: usize = 1 << 20;
    for (what, text) in large_texts(BYTES) {
        let mut budget = Budget::default();
        let first = termination(&parse_within(&text, &mut budget));
        let fuel = budget.fuel_spent();
        assert_eq!(first, None, "{what}");
        assert!(fuel > BYTES as u64 / 20, "{what}: {fuel} ticks");
        let mut again = Budget::default();
        parse_within(&text, &mut again).ok();
        assert_eq!(again.fuel_spent(), fuel, "{what}");
        for part in [3, 2] {
            let mut less = Budget::default();
            less.set_fuel(Some(fuel / part));
            assert_eq!(termination(&parse_within(&text, &mut less)), Some(Termination::OutOfFuel), "{what}");
        }
    }
}

#[test]
fn an_interrupt_ends_reading() {
    let mut budget = Budget::default();
    budget.begin_run(None);
    budget.interrupter().interrupt();
    // Not even a syntax error hides it.
    let parsed = parse_within(&format!("{}(", "a;".repeat(20_000)), &mut budget);
    assert_eq!(termination(&parsed), Some(Termination::Interrupted));
    // Only that run was interrupted.
    budget.end_run();
    budget.begin_run(None);
    assert!(parse_within("a", &mut budget).is_ok());
}

#[test]
fn memory_is_charged_before_it_is_taken() {
    for (what, text) in large_texts(2 << 20) {
        let mut budget = Budget::default();
        let parsed = parse_within(&text, &mut budget);
        let needed = budget.bytes();
        if let Ok(tree) = &parsed {
            assert!(needed >= memory(tree), "{what}: {needed} of {}", memory(tree));
        }
        let mut less = Budget::default();
        less.set_memory_limit(Some(needed / 2));
        let refused = parse_within(&text, &mut less);
        assert_eq!(termination(&refused), Some(Termination::OutOfMemory), "{what}: {needed}");
        assert!(less.peak_bytes() <= needed / 2, "{what}");
    }
}

/// Returns the bytes that a tree holds, without the table of its names.
fn memory(tree: &Tree) -> usize {
    fn bytes<T>(items: &Vec<T>) -> usize {
        items.capacity() * size_of::<T>()
    }
    fn arena<T>(items: &crate::tree::Arena<T>) -> usize {
        items.capacity() * size_of::<T>()
    }
    let in_functions: usize = tree.functions.iter().map(|function| bytes(&function.parameters)).sum();
    let in_scope = |scope: &crate::scope::Scope| {
        bytes(&scope.bindings) + bytes(&scope.functions) + bytes(&scope.declared_names) + bytes(&scope.hoisted_names)
    };
    let names = (0..tree.names.len()).map(|name| tree.names.text(ferrotape_text::Name(name as u32)).bytes());
    arena(&tree.expressions)
        + arena(&tree.statements)
        + bytes(&tree.functions)
        + bytes(&tree.properties)
        + bytes(&tree.declarators)
        + bytes(&tree.cases)
        + bytes(&tree.scopes)
        + bytes(&tree.bindings)
        + arena(&tree.references)
        + bytes(&tree.lists)
        + bytes(&tree.templates)
        + bytes(&tree.template_elements)
        + bytes(&tree.classes)
        + bytes(&tree.members)
        + bytes(&tree.lexical_names)
        + in_functions
        + tree.scopes.iter().map(in_scope).sum::<usize>()
        + names.sum::<usize>()
}

#[test]
fn the_texts_of_functions_made_at_run_time_are_counted() {
    let body = " ".repeat(1 << 20);
    let parse = |budget: &mut Budget| {
        let text = DynamicFunction::new(DynamicKind::Plain, "limits", "a", &body, LoneSurrogates::default(), budget);
        let parsed = text.and_then(|text| parse_dynamic_function(&text, NativeStack::default(), budget));
        termination(&parsed)
    };
    let mut budget = Budget::default();
    assert_eq!(parse(&mut budget), None);
    assert!(budget.bytes() > body.len());
    budget.set_memory_limit(Some(body.len()));
    assert_eq!(parse(&mut budget), Some(Termination::OutOfMemory));
    let mut budget = Budget::default();
    budget.set_fuel(Some(body.len() as u64 / 50));
    assert_eq!(parse(&mut budget), Some(Termination::OutOfFuel));
}

#[test]
fn messages_show_the_start_of_long_names() {
    let name = "x".repeat(1 << 20);
    let label = format!("{name}: {name}: ;");
    for text in [format!("a {name}"), label, format!("break {name}"), format!("/a/{name}")] {
        let message = parse_within(&text, &mut Budget::default()).map(|_| ()).map_err(|error| error.message);
        assert!(message.as_ref().is_err_and(|message| message.contains("xxx") && message.len() < 300), "{message:?}");
    }
}
