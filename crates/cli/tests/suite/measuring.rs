//! `ferrotape bench`.

use crate::runner::ferrotape;

#[test]
fn a_program_is_measured() {
    let line = ["bench", "--for", "50ms", "--setup", "var calls = 0; function add(a, b) { return a + b }", "-e"];
    let outcome =
        ferrotape(&[&line[..], &["let sum = 0; for (let i = 0; i < 1000; i++) sum = add(sum, i); calls++"]].concat());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(
        lines[0].contains(" calls; 95 % confidence: ") && lines[1].starts_with("  quartiles "),
        "{}",
        outcome.stdout
    );
    let fuel = |text: &str| {
        text.split(" units of fuel").next().and_then(|text| text.trim().replace(',', "").parse::<u64>().ok())
    };
    let found = fuel(lines[2]).expect("a number");
    assert!((3000..30_000).contains(&found), "{}", outcome.stdout);
    assert!(lines[2].contains("a call that does nothing takes "), "{}", outcome.stdout);
}

#[test]
fn what_goes_wrong_ends_the_measuring() {
    let outcome = ferrotape(&["bench", "--for=10ms", "-e", "throw new Error('no')"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.starts_with("Uncaught Error: no\n  --> <command line>:1:7\n"), "{}", outcome.stderr);
    assert_eq!(ferrotape(&["bench", "--for=10ms", "--fuel=1M", "-e", "for (;;);"]).code, Some(3));
    assert_eq!(ferrotape(&["bench", "--for=10ms", "--setup", "nope(", "-e", "1"]).code, Some(1));
    assert_eq!(ferrotape(&["bench"]).code, Some(2));
    let printed = ferrotape(&["bench", "--for=1ms", "-e", "if (!globalThis.told) print('once'); told = true"]);
    assert!(printed.stdout.starts_with("once\n"), "{}", printed.stdout);
}

#[test]
fn of_a_module_the_default_export_is_measured() {
    let code = "import { x } from 'other'; export default async function () { await x }";
    let alias = concat!("--alias=other=", env!("CARGO_MANIFEST_DIR"), "/../../tests/modules/none.mjs");
    assert_eq!(ferrotape(&["bench", "--for=10ms", alias, "-m", "-e", code]).code, Some(1), "there is no such file");
    let outcome = ferrotape(&["bench", "--for=10ms", "-m", "-e", "export default async function () { await 1 }"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    assert!(outcome.stdout.starts_with("export default async function () { await 1 }: "), "{}", outcome.stdout);
    let outcome = ferrotape(&["bench", "--for=10ms", "-m", "-e", "export const a = 1"]);
    assert!(outcome.stderr.starts_with("ferrotape: of a module its default export is measured"), "{}", outcome.stderr);
}

#[test]
fn collections_are_told() {
    let program = "const kept = []; for (let i = 0; i < 200000; i++) kept[i % 1000] = [i]; process.exit(4)";
    let outcome = ferrotape(&["--trace-gc", "--stats", "-e", program]);
    assert_eq!(outcome.code, Some(4));
    let (collections, statistics) = outcome.stderr.split_once("fuel ").expect("both, although it left at once");
    assert!(statistics.contains("\ncollections "), "{}", outcome.stderr);
    for (index, line) in collections.lines().enumerate() {
        assert!(line.starts_with(&format!("[gc {}] after ", index + 1)) && line.contains("iB to "), "{line}");
    }
    assert!(collections.lines().count() > 0, "{}", outcome.stderr);
}
