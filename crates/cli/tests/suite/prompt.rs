//! The prompt, reading entries from a pipe.

use crate::runner::{Outcome, Run};

fn entered(arguments: &[&str], text: &str) -> Outcome {
    let outcome = Run { arguments, input: text.as_bytes(), ..Run::default() }.outcome();
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome
}

/// Returns the output for the entries, which is equal on both machines.
fn shown(text: &str) -> String {
    let [register, stack] = ["register", "stack"].map(|backend| entered(&["--backend", backend, "-i"], text));
    assert_eq!((&register.stdout, &register.stderr), (&stack.stdout, &stack.stderr));
    register.stdout + &register.stderr
}

#[test]
fn values_are_shown_and_kept() {
    assert_eq!(shown("1 + 1\n_ * 2\n[_, 'a']\n"), "2\n4\n[ 4, 'a' ]\n");
    assert_eq!(shown("NaN\n_\n_\n'text'\n_"), "NaN\nNaN\nNaN\n'text'\n'text'\n");
    // A variable that a script has defined keeps its value.
    assert_eq!(shown("_ = 5\n7\n_\n"), "5\n7\n5\n");
    assert_eq!(shown("let _ = 5\n7\n_\n"), "undefined\n7\n5\n");
}

#[test]
fn declarations_take_the_place_of_earlier_ones() {
    let entries = "let a = 1; const f = () => a\nlet a = 2\nf()\nconst a = 3\nf()\nclass a { static x = 4 }\nf().x\n";
    assert_eq!(shown(entries), "undefined\nundefined\n2\nundefined\n3\nundefined\n4\n");
    assert_eq!(shown("var v = 1\nlet v = 2\nv\nvar v = 3\nv\nfunction v() {}\nlet v\nv"), {
        "undefined\nundefined\n2\nundefined\n3\nundefined\nundefined\nundefined\n"
    });
    // Within one entry a name may be declared only once. A name whose initializer failed can be declared again.
    let outcome = shown("let b = 1; let b = 2\nlet c = null.x\nc\nlet c = 1\nc\n");
    assert!(outcome.ends_with("undefined\n1\n") || outcome.contains("`b` has already been declared"), "{outcome}");
    assert!(shown("const d = 1\nd = 2\n").contains("Assignment to constant variable"));
}

#[test]
fn entries_go_on_over_lines() {
    let entries = "function f(a) {\n  return `${\n  a }\n`\n}\nf(1)\n/* a\n*/ 2\n[1,\n2]\n'a\\\nb'\nif (true)\n3\n";
    assert_eq!(shown(entries), "undefined\n'1\\n'\n2\n[ 1, 2 ]\n'ab'\n3\n");
    assert!(shown("1 +* 1\n2\n").starts_with("2\nSyntaxError: "));
    assert!(shown("(1,\n").contains("is not closed"));
}

#[test]
fn braces_are_objects_where_they_can_be() {
    assert_eq!(shown("{ a: 1 }\n{}\n{ a: [1] }.a\n{ let x = 5; x }\n{;}\n"), "{ a: 1 }\n{}\n[ 1 ]\n5\nundefined\n");
}

#[test]
fn promises_are_awaited() {
    assert_eq!(shown("await 1\nlet p = await Promise.resolve('x'); p + p\n"), "1\n'xx'\n");
    assert_eq!(
        shown("const late = n => new Promise(go => setTimeout(go, 2, n)); await late(1) + await late(2)\n"),
        "3\n"
    );
    assert_eq!(shown("for await (const n of [1, 2]) print(n)\n"), "1\n2\nundefined\n");
    assert!(
        shown("await Promise.reject(new RangeError('no'))\n_error.message\n")
            .starts_with("'no'\nUncaught RangeError: no")
    );
    assert!(shown("await new Promise(() => {})\n").contains("what is awaited never comes"));
    assert!(shown("Promise.reject(new Error('nobody'))\n1\n").contains("Uncaught Error: nobody\n"));
}

#[test]
fn timers_run_between_entries_and_at_the_end() {
    assert_eq!(shown("setTimeout(() => print('late'), 20); 1\n2\n"), "1\n2\nlate\n");
    // Timers that nobody waits for end with the input.
    assert_eq!(shown("setInterval(() => {}, 1000).unref(); 1\n"), "1\n");
    assert!(
        shown("setTimeout(() => { throw new Error('in a timer') }, 1); 1\n").contains("Uncaught Error: in a timer")
    );
}

#[test]
fn limits_stop_an_entry_and_not_the_prompt() {
    // The limit is long enough for the entry that ends, however busy the machine is.
    let entries = ".limits time 400ms\nfor (;;) {}\n1\n.limits time off\n.limits\n";
    let Outcome { stdout, stderr, .. } = entered(&["-i"], entries);
    assert!(
        stdout.starts_with("time    400ms for each entry\nmemory  512M\nfuel    none\n1\ntime    none\n"),
        "{stdout}"
    );
    assert!(stderr.contains("Stopped: the script reached its deadline"), "{stderr}");
    assert!(stderr.contains("  = .limits shows the limits, and sets them\n"), "{stderr}");
    let entries = ".limits memory 20M\nlet all = []; for (;;) all.push('a'.repeat(1 << 20) + 1)\n.clear\ntypeof all\n";
    let Outcome { stdout, stderr, .. } = entered(&["-i"], entries);
    assert!(stdout.ends_with("'undefined'\n") && stderr.contains("Stopped: "), "{stdout}{stderr}");
    assert!(shown(".limits fuel\n.limits nothing 5\n").contains("the limits are time, memory and fuel"));
    let limited = entered(&["--time", "20ms", "--memory", "50000000", "-i"], ".limits\n").stdout;
    assert_eq!(limited, "time    20ms for each entry\nmemory  47.7M\nfuel    none\n");
}

#[test]
fn commands_are_for_the_prompt() {
    assert!(shown(".help\n").contains(".disasm CODE"));
    assert!(shown(".nothing\n").contains("There is no command .nothing"));
    assert_eq!(shown("1\n.exit\n2\n"), "1\n");
    assert_eq!(shown("let x = 1\n.clear\ntypeof x\n"), "undefined\n'undefined'\n");
    assert!(entered(&["-i"], "function f(a) { return a + 1 }\n.disasm f\n").stdout.contains("f1 function f"));
    assert!(entered(&["-i"], "var o = { m() { return 1 } }\n.disasm o.m\n").stdout.contains("function m"));
    assert!(entered(&["-i"], ".trace 1 + 2\n1\n").stdout.ends_with("END,0\n3\n1\n"));
    assert!(entered(&["-i"], "1\n.stats\n").stdout.contains("last entry    "));
    // A number is no command.
    assert_eq!(shown(".5\n"), "0.5\n");
}

#[test]
fn a_file_or_code_runs_first() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("first.js");
    std::fs::write(&path, "const answer = 42; print('ran')").expect("written");
    let path = path.to_string_lossy().into_owned();
    assert_eq!(entered(&["-i", &path], "answer\n").stdout, "ran\n42\n");
    assert_eq!(entered(&["-i", "-e", "let a = 1"], "a\n").stdout, "1\n");
    assert_eq!(entered(&["-i"], &format!(".load {path}\nanswer\n")).stdout, "ran\n42\n");
    assert!(entered(&["-i"], ".load no/such/file\n.load\n").stderr.contains("cannot read no/such/file"));
    let module = path.replace("first.js", "first.mjs");
    std::fs::write(&module, "export const name = 'module'").expect("written");
    assert_eq!(
        entered(&["-i", &module], &format!("_.name\n(await import('{module}')).name\n")).stdout,
        "'module'\n'module'\n"
    );
}
