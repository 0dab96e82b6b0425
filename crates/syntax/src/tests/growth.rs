//! Growth of parsing work when a text doubles and doubles again, however deeply it nests. Measured are fuel, which is
//! equal in every run, and time, which reveals uncounted work.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;
use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use crate::{Goal, ParseOptions, parse};

/// Stack size for some thousand levels of any kind.
const STACK: usize = 64 << 20;

/// Returns texts with `depth` levels and about `count` uses, each with a label.
fn shapes(depth: usize, count: usize) -> Vec<(&'static str, String)> {
    let nested = |open: &str, inside: &str, close: &str| [&open.repeat(depth), inside, &close.repeat(depth)].concat();
    let numbered = |open: &dyn Fn(usize) -> String, inside: &str, close: &dyn Fn(usize) -> String| {
        let mut text: String = (0..depth).map(open).collect();
        text.push_str(inside);
        text.extend((0..depth).rev().map(close));
        text
    };
    let many = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let end = |_: usize| "}".to_owned();
    let ends = |_: usize| "})".to_owned();
    vec![
        ("free names in functions", nested("(function(){", &"x;".repeat(count), "})")),
        ("many free names in functions", nested("(function(){", &many(&|n| format!("x{n};")), "})")),
        (
            "names of all functions around",
            numbered(&|n| format!("(function(a{n}){{"), &many(&|n| format!("a{};", n % depth)), &ends),
        ),
        ("captured names", numbered(&|_| "(function(a){a;".into(), &"a;".repeat(count), &ends)),
        ("variables in catch clauses", nested("try{}catch(e){", &"var e=1;".repeat(count), "}")),
        ("variables at all catch clauses", nested("try{}catch(e){var e=1;", "", "}")),
        ("functions in catch clauses", nested("try{}catch(e){{function e(){}}", "", "}")),
        (
            "late functions in blocks",
            numbered(&|_| "{x;".into(), &"x;".repeat(count), &|n| format!("function f{n}(){{}}}}")),
        ),
        ("early functions in blocks", numbered(&|n| format!("{{function f{n}(){{}}"), &"x;".repeat(count), &end)),
        ("one late function in all blocks", nested("{x;", &"x;".repeat(count), "function f(){}}")),
        ("one early function in all blocks", nested("{function f(){}", &"f;".repeat(count), "}")),
        ("functions of one block", format!("{{{}}}", "function f(){}".repeat(count))),
        ("functions in functions", nested("function f(){", &"f();".repeat(count), "}")),
        ("with statements", nested("with(o){", &"x;".repeat(count), "}")),
        ("with statements over variables", nested("(function(a){with(o){a;", &"a;".repeat(count), "}})")),
        ("direct evals", nested("(function(a){eval(a);", &"a;x;".repeat(count), "})")),
        ("many direct evals", nested("(function(){", &"eval(x);".repeat(count), "})")),
        ("arguments", nested("(function(){arguments;", &"arguments;".repeat(count), "})")),
        ("parameters", format!("function f({}){{}}", many(&|n| format!("a{n},")))),
        ("equal parameters", format!("function f({}){{a}}", "a,".repeat(count))),
        ("labels", numbered(&|n| format!("l{n}:"), ";", &|_| String::new())),
        (
            "breaks to labels",
            numbered(&|n| format!("l{n}:{{"), &many(&|n| format!("if(a)break l{};", n * 7 % depth)), &end),
        ),
        (
            "continues to labels",
            numbered(&|n| format!("l{n}:for(;;){{"), &many(&|n| format!("if(a)continue l{};", n * 7 % depth)), &end),
        ),
        ("labels in functions", numbered(&|n| format!("l{n}:{{(function(){{"), "", &|_| "})}".into())),
        ("names of functions", numbered(&|_| "(function f(){f;".into(), &"f;".repeat(count), &ends)),
        ("variables of functions", nested("(function(){var x;", &"var x;".repeat(count), "})")),
        (
            "variables in blocks",
            numbered(&|n| format!("{{var a{n};"), &many(&|n| format!("var a{};", n % depth)), &end),
        ),
        ("else if", format!("{};", "if(a)b;else ".repeat(count))),
        ("elements", format!("[{}]", "1,".repeat(count))),
        ("arrays", nested("[", &"1,".repeat(count), "]")),
        ("arrow functions in default values", nested("(a=", &format!("{}0", "b+".repeat(count)), ")=>a")),
        ("arrow functions in bodies", nested("(a,b=a)=>", &format!("{}0", "a+b+".repeat(count)), "")),
        ("arrow functions of names", nested("a=>", &format!("{}0", "a+b+".repeat(count)), "")),
        ("this in heads", nested("(a=this,b=", &format!("{}0", "this+".repeat(count)), ")=>a")),
        ("heads that are none", nested("(a=this,", &format!("{}0", "(this),".repeat(count)), ")")),
        ("heads of async functions that are none", nested("async(a,", &"a,".repeat(count), ")")),
        ("patterns in patterns", nested("[", &"[a]=b,".repeat(count / 4), "]=a")),
        ("patterns in literals", nested("[", &"{a},".repeat(count / 4), "]")),
        ("patterns in object patterns", nested("({a:b=", &format!("{}0", "c+".repeat(count)), "}=0)")),
        ("declared patterns", format!("let {}a{}=0;", "[".repeat(depth), "]".repeat(depth))),
        ("names of a pattern", format!("let [{}]=0;", many(&|n| format!("a{n}=b,")))),
        (
            "lexical names in blocks",
            numbered(&|n| format!("{{let a{n};"), &many(&|n| format!("a{};", n % depth)), &end),
        ),
        ("one lexical name in blocks", nested("{let a;a;", &"a;".repeat(count), "}")),
        ("a lexical name for functions", format!("{{{}let a}}", "(function(){a});".repeat(count))),
        ("cases", format!("switch(a){{{}}}", many(&|n| format!("case 1:let a{n};")))),
        ("closures in loops", nested("for(let i;;)(function(){i;", &"i;".repeat(count), "})")),
        ("default values", format!("function f({}){{}}", many(&|n| format!("a{n}=b,")))),
        ("parameters with expressions", nested("(function(a=b){var a;a;", &"a;".repeat(count), "})")),
        ("private names", format!("class A{{{}}}", many(&|n| format!("#a{n};")))),
        ("uses of private names", format!("class A{{#a;m(){{{}}}}}", "a.#a;".repeat(count))),
        ("classes in classes", nested("class A{#a;m(a){a.#a;", &"a.#a;".repeat(count), "}}")),
        ("fields", format!("class A{{{}}}", "a=this;static b=()=>this;".repeat(count / 4))),
        ("static blocks", nested("class A{static{let a;", &"a;".repeat(count), "}}")),
        ("classes in fields", nested("(class{a=", "0", "})")),
        ("templates", nested("`${", &format!("{}0", "`a`+".repeat(count)), "}`")),
        ("optional chains", format!("a{};", "?.b".repeat(count))),
        ("inner functions with names around", format!("(function(a){{{}}})", "(function(){a});a;".repeat(count))),
    ]
}

/// Returns the processor time and the fuel of a parse. The fuel is always the same.
fn cost(text: &str) -> (Duration, u64) {
    let source = Arc::new(SourceText::new("grown", text));
    let options = ParseOptions::new(Goal::Script, NativeStack::from_here(STACK - (1 << 20)));
    let (start, mut budget) = (ThreadTime::now(), Budget::default());
    let parsed = parse(source, &options, &mut budget);
    let needed = start.elapsed();
    assert!(parsed.is_ok(), "{:?}: {}", parsed.err(), &text[..text.len().min(200)]);
    (needed, budget.fuel_spent())
}

/// Checks that work grows at most 2.5 times with each doubling, counted by fuel; the text grows fourfold. Time shows work that
/// is not counted: quadratic work takes 16 times as long. It may grow tenfold, since the larger text leaves the caches, and
/// how much that costs depends on the machine and its other processes. The least of repeated times counts.
fn check_growth(what: &str, small: &str, large: &str) {
    const ATTEMPTS: usize = 40;
    let (mut before, mut after) = (Duration::MAX, Duration::MAX);
    for _ in 0..ATTEMPTS {
        let ((small_time, small_fuel), (large_time, large_fuel)) = (cost(small), cost(large));
        assert!(large_fuel < small_fuel * 5, "{what}: {small_fuel} ticks, then {large_fuel}");
        (before, after) = (before.min(small_time), after.min(large_time));
        if after < before * 10 {
            return;
        }
    }
    panic!("{what}: {before:?}, then {after:?}");
}

#[test]
fn reading_is_linear_however_it_nests() {
    let measuring = || {
        // Common allocators keep blocks up to this size from here on. Fresh memory would make the larger text slower.
        drop(std::hint::black_box(vec![0u8; 30 << 20]));
        let (small, large) = (shapes(400, 10_000), shapes(1600, 40_000));
        small.iter().zip(&large).for_each(|((what, small), (_, large))| check_growth(what, small, large));
    };
    let worker = thread::Builder::new().stack_size(STACK).spawn(measuring);
    assert!(worker.is_ok_and(|worker| worker.join().is_ok()));
}
