//! Answers for small programs, and for hostile ones.

use crate::answer;

fn look(kind: &str, text: &str) -> String {
    answer(&format!("look kind={kind}\n{text}"))
}

fn run(options: &str, text: &str) -> String {
    answer(&format!("run {options}\n{text}"))
}

#[track_caller]
fn assert_has(answer: &str, parts: &[&str]) {
    for part in parts {
        assert!(answer.contains(part), "no {part} in {}", answer.chars().take(4000).collect::<String>());
    }
}

#[test]
fn a_look_has_the_tree_and_the_code_of_both_machines_with_places() {
    let answer = look("js", "let a = 1;\na + 20");
    assert_has(
        &answer,
        &[r#""kind": "script", "error": null"#, r#"[2,"Binary","Add",11,17]"#, r#"[3,"Identifier","a",11,12]"#],
    );
    assert_has(
        &answer,
        &[r#""machine": "register""#, r#"[11,"GetGlobal "#, r#""machine": "stack""#, r#"[15,"LITERAL,20"]"#],
    );
    assert_has(&look("js", "export const a = 1"), &[r#""kind": "module", "error": null"#]);
}

#[test]
fn places_count_as_javascript_counts() {
    // Two bytes and one unit, four bytes and two units.
    assert_has(&look("js", "'é𝒳';\nf(1)"), &[r#""Call","",7,11]"#, r#"[7,"Call "#, r#"[7,"GETVALUE"]"#]);
}

#[test]
fn errors_have_their_place_and_hints() {
    let answer = look("js", "let a: number = 1");
    assert_has(&answer, &[r#""kind": "syntax""#, r#""line": 1, "column": 6"#, "TypeScript"]);
    assert!(!answer.contains("\"tree\""), "{answer}");
    let long = look("js", &format!("{}let a, a; {}", ";".repeat(200), ";".repeat(200)));
    assert_has(&long, &[r#""column": 208"#, r#""skipped": 147"#]);
    assert_has(&look("ts", "let a: number = 1"), &[r#""error": null"#, r#""machine": "stack""#]);
}

#[test]
fn a_run_has_console_value_counts_and_the_steps_of_both_machines() {
    let answer =
        run("kind=ts", "let a: number = 41; setTimeout(() => console.warn('late'), 1000); console.log(a); a + 1");
    assert_has(
        &answer,
        &[r#""console": [["log","41"], ["warn","late"]]"#, r#""value": "42""#, r#""error": null"#, r#""fuel": "#],
    );
    assert_has(
        &answer,
        &[r#""machine": "register", "cut": null"#, r#""machine": "stack", "cut": null"#, "\"ADD\"", "\"AddInt "],
    );
}

#[test]
fn runs_are_alike() {
    let text = "[Math.random(), Date.now(), new Date().getTimezoneOffset(), performance.now()]";
    assert_eq!(run("now=5", text), run("now=5", text));
    assert_has(&run("now=1234567890123", "Date.now()"), &[r#""value": "1234567890123""#]);
}

#[test]
fn records_have_their_places_and_what_inner_calls_changed() {
    let text = "function f() { let n = 40; const g = () => ++n; g(); return g }\nf()()";
    let answer = run("steps=100", text);
    assert_has(&answer, &[r#""{n=40}""#, r#""{n=41}""#]);
    // Before `g` returns, it has no record of its own; the one around it has changed.
    let texts = answer.split("\"texts\": [\"").nth(1).unwrap_or_default();
    let changed = texts.split("\", \"").position(|text| text == "41").unwrap_or(usize::MAX);
    assert_has(&answer, &[&format!(",[],[],[5,{changed}]]")]);
}

/// Returns the records of the register machine's steps: the text, and what the record is.
fn records(answer: &str) -> Vec<(String, u64)> {
    let register = answer.split("\"machine\": ").nth(1).unwrap_or_default();
    let (texts, steps) = register.split_once("\"steps\": [[").unwrap_or_default();
    let texts = texts.split_once("\"texts\": [\"").map_or("", |(_, texts)| texts);
    let texts: Vec<&str> = texts.split("\", \"").collect();
    let record = |row: &str| {
        let mut numbers = row.split(",[").nth(2)?.split([',', ']']);
        let mut number = || numbers.next()?.parse().ok();
        Some((texts.get(number()? as usize)?.to_string(), number()?))
    };
    steps.split("], [").filter_map(record).collect()
}

#[test]
fn a_record_that_opens_again_has_its_identity() {
    let text = "function* g() { let n = 1; const up = () => ++n; yield up; n = 5; yield n }\n\
        const a = g(), b = g(); a.next(); b.next(); a.next(); b.next(); for (const x of [6, 7]) (() => x)()";
    let records = records(&run("", text));
    let of = |text: &str| {
        let mut found: Vec<u64> = records.iter().filter(|(it, _)| it == text).map(|&(_, identity)| identity).collect();
        found.dedup();
        found
    };
    let first = of("{n=1}");
    assert_eq!((first.len(), of("{n=5}")), (4, vec![first[0], first[1]]), "{records:?}");
    assert_eq!((first[0] == first[2], first[0] == first[1]), (true, false), "{records:?}");
    assert_ne!(of("{x=6}"), of("{x=7}"), "{records:?}");
}

#[test]
fn limits_end_runs_and_are_told() {
    assert_has(&run("fuel=10000", "for (;;) {}"), &[r#""kind": "limit", "limit": "OutOfFuel""#]);
    assert_has(
        &run("memory=2000000", "let all = []; for (;;) all.push('x'.repeat(1000) + all.length)"),
        &["OutOfMemory"],
    );
    assert_has(&run("depth=500", "(function f() { f(); return 1 })()"), &[r#""name": "RangeError""#]);
    assert_has(&run("fuel=1000 steps=0", "for (;;) console.log(1)"), &["OutOfFuel", r#""traces": []"#]);
}

#[test]
fn recordings_end_where_they_are_full() {
    let answer = run("steps=50", "for (let i = 0; i < 1000; i++); 'end'");
    assert_has(&answer, &[r#""value": "'end'""#, r#""cut": "the recording ends after 50 steps; the program went on""#]);
    // Watched to its end, a timer would take minutes.
    let answer = run("steps=50 fuel=20000000", "setTimeout(() => { for (;;); })");
    assert_has(&answer, &["OutOfFuel", "the recording ends after 50 steps"]);
    let answer = run("steps=50 fuel=20000000", "(async () => { await 1; for (;;); })()");
    assert_has(&answer, &["OutOfFuel", "the recording ends after 50 steps"]);
    // Texts that are all different, and long.
    let answer =
        run("", "for (let s = 'x'; ; s += s.length) globalThis[s.slice(-900) + s.length] = s.slice(-900) + s.length");
    assert!(answer.len() < 32 << 20, "{}", answer.len());
    let many = run("", "for (;;) console.log('a'.repeat(100))");
    assert_has(&many, &[r#""consoleCut": true"#]);
    assert!(many.len() < 16 << 20, "{}", many.len());
}

#[test]
fn what_is_too_long_or_too_wide_runs_without_steps() {
    let long = format!("{}\n6 * 7", ";".repeat(100_000));
    assert_has(&look("js", &long), &[r#""error": null"#, "texts of more than 64 KB run"]);
    assert_has(&run("", &long), &[r#""value": "42""#, "the text is too long for steps"]);
    let names: Vec<String> = (0..2000).map(|number| format!("v{number} = {number}")).collect();
    let wide = format!("(function () {{ let {}; return v7 }})()", names.join(", "));
    assert_has(&run("", &wide), &[r#""value": "7""#, "is too wide for steps"]);
    let enormous = "a + ".repeat(2_000_000);
    assert_has(&run("", &enormous), &["the playground runs at most"]);
    for text in
        ["(".repeat(50_000), "[".repeat(1 << 20), "a+".repeat(500_000), "`${".repeat(20_000), "x=>".repeat(20_000)]
    {
        assert_has(&look("js", &text), &[r#""error": {"kind": "#]);
        assert_has(&run("", &text), &[r#""error": {"kind": "#]);
    }
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(look("js", &deep).starts_with('{'));
    let chain = format!("a{}", ".a".repeat(30_000));
    assert!(look("js", &chain).starts_with('{'));
}

#[test]
fn requests_that_are_none_are_refused() {
    for (request, problem) in [
        ("", "a request has a line of options"),
        ("sing\n1", "a request begins with look or run"),
        ("run fule=10\n1", "no such option: fule=10"),
        ("run fuel=many\n1", "no such option: fuel=many"),
        ("run fuel\n1", "no such option: fuel"),
    ] {
        assert_eq!(answer(request), format!("{{\"problem\": \"{problem}\"}}"));
    }
}
