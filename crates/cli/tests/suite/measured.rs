//! `--profile`, `--coverage` and `ferrotape test`.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::runner::{Outcome, Run, root};

/// A folder of the test's own, which is empty.
fn folder(test: &str) -> PathBuf {
    let folder = root().join("target").join("measured").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::canonicalize(folder).expect("its path")
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn run(arguments: &[&str]) -> Outcome {
    Run { arguments, ..Run::default() }.outcome()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
}

const BUSY: &str = "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }\n\
    function sorts() { return Array.from({ length: 20000 }, (_, i) => i * 7919 % 20011).sort() }\n\
    fib(23); sorts();\n";

#[test]
fn profiles_by_fuel_are_the_same_each_time_in_every_format() {
    let folder = folder("profiles");
    let program = written(&folder, "a.js", BUSY);
    for backend in ["register", "stack"] {
        let profile = |name: &str| {
            let option = format!("--profile={}", folder.join(name).display());
            let outcome = run(&["--backend", backend, &option, &program]);
            assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
            std::fs::read(folder.join(name)).expect("a profile")
        };
        let collapsed = String::from_utf8(profile("a.txt")).expect("text");
        assert!(collapsed.contains(";fib;fib") && collapsed.contains(";sorts;sort "), "{backend}: {collapsed}");
        assert_eq!(profile("a.json"), profile("b.json"));
        let speedscope = &json(&folder.join("a.json"))["profiles"][0];
        let weights = speedscope["weights"].as_array().expect("weights");
        assert_eq!(weights.len(), speedscope["samples"].as_array().expect("samples").len());
        let sum: u64 = weights.iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(sum), speedscope["endValue"].as_u64());
        profile("a.cpuprofile");
        assert!(json(&folder.join("a.cpuprofile"))["nodes"].as_array().is_some_and(|nodes| nodes.len() > 3));
        assert!(profile("a.svg").starts_with(b"<svg "));
        assert!(profile("a.pb").starts_with(&[0x0a]));
    }
    let outcome = run(&["--profile", "--by-time", &program]);
    assert!(outcome.stderr.contains("samples\n   own  total  function\n"), "{}", outcome.stderr);
    let outcome = run(&["--profile=a.exe", &program]);
    assert_eq!(outcome.code, Some(2));
}

#[test]
fn profiles_by_memory_have_the_lines_that_allocate() {
    let folder = folder("memory");
    let text = "let kept = [];\nfunction make(i) {\n  for (let j = 0; j < 1; j++)\n    kept.push({ i });\n}\nfor (let i = 0; i < 2e4; i++)\n  make(i);\n";
    let program = written(&folder, "a.js", text);
    for backend in ["register", "stack"] {
        let profile = |name: &str| {
            let option = format!("--profile={}", folder.join(name).display());
            let outcome = run(&["--backend", backend, "--by-memory", &option, &program]);
            assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
            std::fs::read(folder.join(name)).expect("a profile")
        };
        assert_eq!(profile("a.json"), profile("b.json"));
        let speedscope = &json(&folder.join("a.json"))["profiles"][0];
        assert_eq!(speedscope["unit"], "bytes");
        assert!(speedscope["endValue"].as_u64() > Some(20_000 * 16));
        let collapsed = String::from_utf8(profile("a.txt")).expect("text");
        assert!(collapsed.contains(";make"), "{collapsed}");
        assert!(String::from_utf8(profile("a.svg")).expect("text").contains(" bytes in "));
        assert!(String::from_utf8_lossy(&profile("a.pb")).contains("alloc_space"));
        profile("a.heapprofile");
        assert_eq!(json(&folder.join("a.heapprofile"))["head"]["callFrame"]["functionName"], "(root)");
        profile("a.cpuprofile");
        let outcome = run(&["--backend", backend, "--by-memory", "--profile", &program]);
        let lines = outcome.stderr.split("  line\n").nth(1).expect("lines");
        assert!(lines.lines().next().expect("a line").ends_with("a.js:4"), "{backend}: {}", outcome.stderr);
    }
}

/// Names with control characters or of a megabyte, programs that a limit ends, that throw, that leave.
#[test]
fn profiles_of_hostile_programs_are_written_all_the_same() {
    let folder = folder("hostile");
    let name = "x".repeat(1 << 20);
    let loops = "for (let i = 0; i < 1e5; i++);";
    let first = "'a;\\n\\u0000\\u001b[31m<\"&'";
    let names = format!("({{ {first}() {{ {loops} }} }})[{first}]();\n({{ '{name}'() {{ {loops} }} }})['{name}']();\n");
    for (end, code) in [("", 0), ("throw new Error('x')", 1), ("for (;;);", 3), ("process.exit(7)", 7)] {
        let program = written(&folder, "a.js", &format!("{names}{end}"));
        for file in ["p.svg", "p.txt", "p.json", "p.pb"] {
            let option = format!("--profile={}", folder.join(file).display());
            let outcome = run(&["--fuel", "2M", &option, &program]);
            assert_eq!(outcome.code, Some(code), "{}", outcome.stderr);
            let bytes = std::fs::read(folder.join(file)).expect("a profile");
            assert!(bytes.len() < 100_000 && (file == "p.pb" || !bytes.contains(&0x1b)), "{end} {file}");
        }
        json(&folder.join("p.json"));
        assert_eq!(std::fs::read_to_string(folder.join("p.txt")).expect("text").matches(";a_").count(), 1);
    }
    let outcome = run(&["--profile=/nowhere/a.svg", "-e", "1"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.contains("cannot write /nowhere/a.svg"), "{}", outcome.stderr);
}

const COVERED: &str = "interface Shape { side: number }\n\
    function area(shape: Shape): number {\n\
    \x20 if (shape.side < 0) {\n\
    \x20   throw new RangeError('side');\n\
    \x20 }\n\
    \x20 return shape.side > 10 ? 100 : shape.side ** 2;\n\
    }\n\
    function never(): void {\n\
    \x20 print('no');\n\
    }\n\
    let sum = 0;\n\
    for (let i = 0; i < 4; i++)\n\
    \x20 sum += area({ side: i });\n\
    print(sum);\n";

#[test]
fn coverage_has_the_lines_of_the_file_on_both_machines() {
    let folder = folder("coverage");
    written(&folder, "other.mjs", "export const two = 2;\nexport function unused() {\n  return 1;\n}\n");
    let text = format!("import {{ two }} from './other.mjs';\n{COVERED}print(eval('1;\\n2') + two - 1);\n");
    let program = written(&folder, "a.mts", &text);
    let mut records = Vec::new();
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        let outcome = run(&["--backend", backend, &option, &program]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), "14\n3\n"), "{}", outcome.stderr);
        assert!(outcome.stderr.starts_with("coverage: lines "), "{}", outcome.stderr);
        let lcov = std::fs::read_to_string(folder.join(backend).join("lcov.info")).expect("lcov");
        for line in [
            "DA:4,4",
            "DA:5,0",
            "DA:7,4",
            "DA:10,0",
            "DA:14,4",
            "DA:15,1",
            "FNDA:4,area",
            "FNDA:0,never",
            "FNDA:0,unused",
            "FN:3,area",
            "BRDA:4,0,0,0",
            "BRDA:4,0,1,4",
        ] {
            assert!(lcov.lines().any(|found| found == line), "{backend}: no {line} in\n{lcov}");
        }
        let v8 = json(&folder.join(backend).join("v8.json"));
        let urls: Vec<&str> =
            v8["result"].as_array().expect("scripts").iter().filter_map(|it| it["url"].as_str()).collect();
        assert!(urls.iter().any(|url| url.ends_with("/a.mts")) && urls.contains(&"<eval>"), "{urls:?}");
        let page = std::fs::read_to_string(folder.join(backend).join("index.html")).expect("a page");
        assert!(page.contains("<span class=\"miss\">") && page.contains("throw new RangeError"));
        records.push(lcov);
    }
    assert_eq!(records[0], records[1]);
}

/// The first instruction of such a function is the head of its loop.
#[test]
fn functions_that_begin_with_a_loop_are_counted_by_their_calls() {
    let folder = folder("loops");
    let text = "let n = 0;\nfunction endless() { for (;;) { if (n++ > 5) return n; } }\n\
        function forever() { while (true) { n++; if (n > 20) return; } }\n\
        function last(a) { do { a--; if (a === 7) break; } while (a > 0); return a }\n\
        endless(); forever(); last(4); last(9);\n";
    let program = written(&folder, "a.js", text);
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--backend", backend, &option, &program]).code, Some(0));
        let lcov = std::fs::read_to_string(folder.join(backend).join("lcov.info")).expect("lcov");
        for line in ["FNDA:1,endless", "FNDA:1,forever", "FNDA:2,last"] {
            assert!(lcov.lines().any(|found| found == line), "{backend}: no {line} in\n{lcov}");
        }
    }
}

#[test]
fn enums_and_namespaces_decide_nothing() {
    let folder = folder("enums");
    let text =
        "enum A { X = 'g'.length, Y }\nenum A { Z = 7 }\nnamespace N { export const a = A.Y ? 1 : 2; }\nprint(N.a);\n";
    let program = written(&folder, "a.ts", text);
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--backend", backend, &option, &program]).stdout, "1\n");
        let lcov = std::fs::read_to_string(folder.join(backend).join("lcov.info")).expect("lcov");
        let branches: Vec<&str> = lcov.lines().filter(|line| line.starts_with("BRDA:")).collect();
        assert_eq!(branches, ["BRDA:3,0,0,1", "BRDA:3,0,1,0"], "{backend}");
        // Each line ran once, also that of an enum, whose value the parser has put behind its members.
        let lines: Vec<&str> = lcov.lines().filter(|line| line.starts_with("DA:")).collect();
        assert_eq!(lines, ["DA:1,1", "DA:2,1", "DA:3,1", "DA:4,1"], "{backend}");
    }
}

#[test]
fn a_break_alone_has_no_count() {
    let folder = folder("breaks");
    let text = "function f(a) {\n  switch (a) {\n    case 1:\n      if (a > 1) g();\n      break;\n    default:\n      g();\n  }\n\
        \x20 g();\n}\nfunction g() {}\nf(1); f(1); f(2);\n";
    let program = written(&folder, "a.js", text);
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--backend", backend, &option, &program]).code, Some(0));
        let lcov = std::fs::read_to_string(folder.join(backend).join("lcov.info")).expect("lcov");
        let lines: Vec<&str> = lcov.lines().filter(|line| line.starts_with("DA:")).collect();
        assert_eq!(lines, ["DA:2,3", "DA:4,2", "DA:7,1", "DA:9,3", "DA:12,1"], "{backend}");
    }
}

/// On the stack machine what leaves a block goes on behind its `finally`.
#[test]
fn what_a_finally_interrupts_is_counted_once() {
    let folder = folder("interrupted");
    let text = "let n = 0;\nfunction f() {\n  try {\n    return;\n  } finally {\n    n++;\n  }\n}\nf();\n\
        for (const x of [1, 2]) {\n  if (x) break;\n}\na: try {\n  break a;\n} finally {\n  n++;\n}\n";
    let program = written(&folder, "a.js", text);
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--backend", backend, &option, &program]).code, Some(0));
        let lcov = std::fs::read_to_string(folder.join(backend).join("lcov.info")).expect("lcov");
        for line in ["DA:4,1", "DA:6,1", "BRDA:11,0,0,1", "BRDA:11,0,1,0", "DA:14,1", "DA:16,1"] {
            assert!(lcov.lines().any(|found| found == line), "{backend}: no {line} in\n{lcov}");
        }
    }
}

/// Count of a place by the ranges of V8's JSON: that of the smallest one around it.
fn count_in_ranges(functions: &Value, place: usize) -> Option<u64> {
    let functions = functions.as_array()?.iter().rev();
    let ranges = functions.flat_map(|function| function["ranges"].as_array().into_iter().flatten().rev());
    let read =
        |range: &Value| Some((range["startOffset"].as_u64()?, range["endOffset"].as_u64()?, range["count"].as_u64()?));
    let around = ranges.filter_map(read).filter(|&(start, end, _)| (start..end).contains(&(place as u64)));
    around.min_by_key(|(start, end, _)| end - start).map(|(.., count)| count)
}

#[test]
fn ranges_of_v8_tell_what_ran_more_or_less_often_than_what_is_around() {
    let folder = folder("ranges");
    let text = "function leaves(v) {\n  if (v) return 'left';\n  first();\n  if (v === 0) { zero(); } else { other(); }\n  second();\n}\n\
        function loops(list) {\n  before();\n  for (const it of list) {\n    if (it === 2) continue;\n    third();\n    if (it === 3) break;\n\
        \x20   fourth();\n  }\n  return list;\n}\n\
        function catches(v) {\n  try {\n    if (v) throw v;\n    fifth();\n  } catch {\n    return caught();\n  }\n  return v;\n}\n\
        let [first, second, third, fourth, fifth, zero, other, before, caught] = Array(9).fill(() => {});\n\
        leaves(1); leaves(0); leaves(0); leaves(null);\nloops([1, 2, 3, 4]);\ncatches(1); catches(0); catches(0);\n";
    let program = written(&folder, "a.js", text);
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--backend", backend, &option, &program]).code, Some(0));
        let v8 = json(&folder.join(backend).join("v8.json"));
        for (part, count) in [
            ("if (v) return", 4),
            ("return 'left'", 1),
            ("first()", 3),
            ("zero()", 2),
            ("other()", 1),
            ("second()", 3),
            ("before()", 1),
            ("if (it === 2)", 3),
            ("third()", 2),
            ("fourth()", 1),
            ("return list", 1),
            ("if (v) throw", 3),
            ("fifth()", 2),
            ("return caught()", 1),
            ("return v;", 2),
            ("loops([", 1),
        ] {
            let place = text.find(part).expect("a part");
            let found = count_in_ranges(&v8["result"][0]["functions"], place);
            assert_eq!(found, Some(count), "{backend}: {part} in {}", v8["result"][0]);
        }
    }
}

#[test]
fn ranges_of_a_commonjs_file_are_those_of_its_text() {
    let folder = folder("wrapped");
    let text = "function never() {}\nif (module.never) never();\n";
    let program = written(&folder, "a.cjs", text);
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--commonjs", "--backend", backend, &option, &program]).code, Some(0));
        let v8 = json(&folder.join(backend).join("v8.json"));
        assert_eq!(v8["result"].as_array().expect("scripts").len(), 1, "what the command itself runs is no file: {v8}");
        let page = std::fs::read_to_string(folder.join(backend).join("index.html")).expect("a page");
        assert!(page.contains("</i>function never() {}</span>") && !page.contains("__filename"), "{page}");
        let functions = v8["result"][0]["functions"].clone();
        let names: Vec<&Value> =
            functions.as_array().expect("functions").iter().map(|function| &function["functionName"]).collect();
        assert_eq!(names, ["", "never"], "{backend}");
        let whole = &functions[0]["ranges"][0];
        assert_eq!((&whole["startOffset"], &whole["endOffset"]), (&0.into(), &text.len().into()), "{whole}");
        assert_eq!(count_in_ranges(&functions, text.find("never();").expect("a call")), Some(0), "{functions}");
    }
}

#[test]
fn lines_of_a_commonjs_file_are_those_of_its_text() {
    let folder = folder("wrapped-lines");
    let program = written(&folder, "a.cjs", "function never() { return 1 }\n\nnever.b = 1;\n");
    for backend in ["register", "stack"] {
        let option = format!("--coverage={}", folder.join(backend).display());
        assert_eq!(run(&["--commonjs", "--backend", backend, &option, &program]).code, Some(0));
        let lcov = std::fs::read_to_string(folder.join(backend).join("lcov.info")).expect("lcov");
        assert!(lcov.contains("\nDA:1,0\nDA:3,1\nLF:2\n"), "{lcov}");
    }
}

#[test]
fn coverage_is_of_the_text_that_ran() {
    let folder = folder("changed");
    let program = written(
        &folder,
        "a.mjs",
        "import { remove } from 'ferrotape:fs';\nremove(import.meta.filename);\nlet a = 1;\nthrow a;\n",
    );
    let coverage = format!("--coverage={}", folder.join("out").display());
    let write = format!("--allow-write={}", folder.display());
    let outcome = run(&["--commonjs", &write, &coverage, &program]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    let page = std::fs::read_to_string(folder.join("out/index.html")).expect("a page");
    assert!(page.contains("let a = 1;"), "{page}\n{}", outcome.stderr);
    let outcome = run(&["--fuel", "100k", &coverage, "-e", "for (;;);"]);
    assert_eq!(outcome.code, Some(3));
    assert!(outcome.stderr.contains("lines 100.0 %"), "{}", outcome.stderr);
}

const TESTS: &str = "const { test, describe, it, before, beforeEach, afterEach } = require('node:test');\n\
    const assert = require('node:assert');\n\
    let log = [];\n\
    describe('list', () => {\n\
    \x20 before(() => log.push('before'));\n\
    \x20 beforeEach(() => log.push('each'));\n\
    \x20 afterEach(() => log.push('after'));\n\
    \x20 it('pushes', () => assert.deepStrictEqual([1].concat(2), [1, 2]));\n\
    \x20 it('waits', async () => { await new Promise((done) => setTimeout(done, 1)); assert.equal(log.length, 4); });\n\
    \x20 it.skip('later', () => { throw 1; });\n\
    \x20 it.todo('broken', () => { throw 2; });\n\
    });\n\
    test('subtests', async (t) => {\n\
    \x20 t.plan(2);\n\
    \x20 await t.test('inner', (t) => t.diagnostic('hello'));\n\
    \x20 t.assert.ok(true);\n\
    });\n\
    test('callback', (t, done) => setTimeout(done, 1));\n";

#[test]
fn tests_are_run_and_told() {
    let folder = folder("tests");
    let passing = written(&folder, "a.test.js", TESTS);
    let outcome = run(&["test", &passing]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    for line in
        ["▶ list", "  ✔ pushes", "  ﹣ later", "# SKIP", "  ⚠ broken", "ℹ hello", "✔ subtests", "ℹ pass 5", "ℹ todo 1"]
    {
        assert!(outcome.stdout.contains(line), "no {line} in {}", outcome.stdout);
    }
    let outcome = run(&["test", "--test-name-pattern", "^list waits|callback", "--test-reporter", "tap", &passing]);
    assert_eq!(outcome.code, Some(1), "the other one has not logged: {}", outcome.stdout);
    for line in [
        "TAP version 13",
        "# Subtest: list",
        "    not ok 1 - waits",
        "    1..1",
        "not ok 1 - list",
        "ok 2 - callback",
        "1..2",
    ] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    let folder = folder.to_string_lossy().into_owned();
    assert_eq!(run(&["test", &folder]).code, Some(0));
    assert_eq!(run(&["test", "-e", "1"]).code, Some(2));
    assert_eq!(run(&["test"]).code, Some(2));
}

/// Tests that end in each way that there is.
const ENDINGS: &str = r"import { test, describe, it, before, after, beforeEach, afterEach } from 'node:test';
import assert from 'node:assert';
test('throws a string', () => { throw 'text'; });
test('throws null', () => { throw null; });
test('throws undefined', () => { throw undefined; });
test('rejects a number', async () => { throw 42; });
test('hangs', { timeout: 50 }, () => new Promise(() => {}));
test('skipped', { skip: 'why' }, () => {});
test('todo fails', { todo: true }, () => { throw new Error('x'); });
test('callback', (t, done) => { setTimeout(done, 1); });
test('callback fails', (t, done) => { done(new Error('cb')); });
describe('outer', () => {
  const log = [];
  before(() => log.push('before'));
  beforeEach(() => log.push('be'));
  afterEach(() => log.push('ae'));
  after(() => { assert.equal(log.filter(x => x === 'be').length, 3); });
  it('one', () => assert.deepEqual(log, ['before', 'be']));
  describe('inner', () => {
    beforeEach(() => log.push('ibe'));
    it('two', () => assert.ok(log.includes('ibe')));
    it('three', () => assert.strictEqual(1, 2));
  });
});
describe('hook fails', () => { before(() => { throw new Error('no'); }); it('never', () => {}); });
test('sub', async (t) => { await t.test('a', () => {}); await t.test('b', () => { throw new Error('sub b'); }); });
test('plan', (t) => { t.plan(1); });
";

#[test]
fn tests_are_counted_as_node_counts_them() {
    let folder = folder("counted_tests");
    let file = written(&folder, "a.test.mjs", ENDINGS);
    // What `node --test` of Node 20 has counted.
    let sums = "tests 17|suites 3|pass 4|fail 9|cancelled 2|skipped 1|todo 1";
    for (style, sign) in [("spec", "ℹ"), ("tap", "#")] {
        let outcome = run(&["test", "--test-reporter", style, &file]);
        assert_eq!(outcome.code, Some(1));
        let sums: String = sums.split('|').map(|sum| format!("{sign} {sum}\n")).collect();
        assert!(outcome.stdout.contains(&sums), "{}", outcome.stdout);
    }
    // What a suite's hook cancels stays what it is marked as.
    let marked = "describe('s', () => { before(() => { throw 1; }); it('t', { todo: 'later' }); it('u', { skip: 'why' }); it('v'); });";
    let marked =
        written(&folder, "c.test.mjs", &format!("import {{ before, describe, it }} from 'node:test';\n{marked}"));
    let outcome = run(&["test", "--test-reporter", "tap", &marked]);
    for line in [
        "    not ok 1 - t # TODO later",
        "    not ok 2 - u # SKIP why",
        "    not ok 3 - v",
        "# cancelled 1",
        "# todo 1",
    ] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    // Who skips itself is skipped, whatever it throws then, and also where it is to be done.
    let skipped =
        "test('t', (t) => { t.skip('why'); throw 1; });\ntest('u', { todo: true }, (t) => { t.skip(); throw 1; });";
    let skipped = written(&folder, "d.test.mjs", &format!("import {{ test }} from 'node:test';\n{skipped}"));
    let outcome = run(&["test", "--test-reporter", "tap", &skipped]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stdout);
    for line in ["not ok 1 - t # SKIP why", "not ok 2 - u # SKIP", "# fail 0", "# skipped 2"] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    // A suite is no test, but what fails in it is the end of the command.
    let hooks =
        written(&folder, "b.test.mjs", "describe('s', () => { after(() => { throw 1; }); it('t', () => {}); });");
    let outcome = run(&["test", &hooks]);
    assert!(outcome.code == Some(1) && outcome.stdout.contains("ℹ pass 1\nℹ fail 0\n"), "{}", outcome.stdout);
}

#[test]
fn hooks_around_all_tests_run_once() {
    let folder = folder("outer_hooks");
    let text = "import test, { before, after, describe, it } from 'node:test';\n\
        before(() => print('begins')); after(() => print('ends'));\n\
        test('a', () => print('a'));\nawait new Promise(go => setTimeout(go, 1));\n\
        test('b', () => print('b'));\nawait new Promise(go => setTimeout(go, 1));\n\
        describe('d', () => it('c', () => print('c')));\n";
    let file = written(&folder, "a.test.mjs", text);
    let outcome = run(&["test", "--test-reporter", "tap", &file]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), "begins\na\nb\nc\nends\n"), "{}", outcome.stdout);
    // Where the first one fails, no test runs, and each has failed.
    let text = "import test, { before, describe, it } from 'node:test';\nbefore(() => { throw new Error('no'); });\n\
        test('a', () => print('a'));\ndescribe('d', () => it('c', () => print('c')));\n";
    let outcome = run(&["test", "--test-reporter", "tap", &written(&folder, "b.test.mjs", text)]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), ""), "{}", outcome.stdout);
    for line in ["not ok 1 - a", "    not ok 1 - c", "not ok 2 - d", "# fail 1", "# cancelled 1"] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    // What is behind a test that never ends is told too.
    let text = "import test, { after, describe, it } from 'node:test';\nafter(() => print('ends'));\n\
        describe('d', () => { it('never', () => new Promise(() => {})); it('next', () => {}); });\ntest('last', () => {});\n";
    let outcome = run(&["test", "--test-reporter", "tap", &written(&folder, "c.test.mjs", text)]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), "ends\n"), "{}", outcome.stdout);
    for line in ["    not ok 1 - never", "    not ok 2 - next", "not ok 1 - d", "not ok 2 - last", "# cancelled 3"] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    // Who has waited for it goes on, and its tests run.
    let text = "import test from 'node:test';\nconst never = test('never', () => new Promise(() => {}));\n\
        never.then(() => test('last', () => print('last')));\n";
    let outcome = run(&["test", "--test-reporter", "tap", &written(&folder, "d.test.mjs", text)]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), "last\n"), "{}", outcome.stdout);
    for line in ["not ok 1 - never", "ok 2 - last", "# pass 1", "# cancelled 1"] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    // Without any test the hooks run too.
    let text =
        "import { before, after } from 'node:test';\nbefore(() => print('begins')); after(() => print('ends'));\n";
    let outcome = run(&["test", "--test-reporter", "tap", &written(&folder, "e.test.mjs", text)]);
    assert!(outcome.stderr.starts_with("begins\nends\n"), "{}", outcome.stderr);
}

/// Tests with callbacks, and those of which some alone are to run.
const CALLBACKS: &str = r"import { afterEach, test } from 'node:test';
let after = 0;
afterEach(() => after++);
test('once', (t, done) => setTimeout(done, 1));
test('twice', (t, done) => { done(); done(); });
test('both', async (t, done) => { done(); });
test('skips itself', (t) => { t.skip(); });
test.only('counts', () => { if (after !== 3 && after !== 0) throw new Error(`${after} times`); });
test.only('some', async (t) => {
  t.runOnly(true);
  await t.test('left out', () => {});
  await t.test('chosen', { only: true }, () => {});
});
";

#[test]
fn callbacks_are_called_once_and_only_what_is_marked_runs() {
    let folder = folder("callback_tests");
    let file = written(&folder, "a.test.mjs", CALLBACKS);
    let outcome = run(&["test", &file]);
    assert_eq!(outcome.code, Some(1));
    for line in [
        "✔ once",
        "✖ twice",
        "callback invoked multiple times",
        "✖ both",
        "passed a callback but also returned a Promise",
        "✔ counts",
        "✔ left out",
    ] {
        assert!(outcome.stdout.contains(line), "no {line} in {}", outcome.stdout);
    }
    let outcome = run(&["test", "--test-only", &file]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("✔ chosen") && !outcome.stdout.contains("left out"), "{}", outcome.stdout);
}

/// Tests and a suite that are over while some within them go on, or have not begun.
const ABANDONED: &str = r"import { describe, it, test } from 'node:test';
const later = (time) => new Promise((done) => setTimeout(done, time));
test('late', { timeout: 20 }, async (t) => { await t.test('slow', () => later(200)); });
test('fails', (t) => { t.test('never', () => later(100)); throw new Error('no'); });
describe('s', { timeout: 200 }, () => {
  it('quick', () => {});
  describe('in', () => { it('long', () => later(400)); });
  it('behind it', () => {});
});
test('behind', async () => { await later(400); });
";

#[test]
fn what_a_test_leaves_unfinished_is_cancelled_within_it() {
    let folder = folder("abandoned_tests");
    let file = written(&folder, "a.test.mjs", ABANDONED);
    let outcome = run(&["test", "--test-reporter", "tap", &file]);
    assert_eq!(outcome.code, Some(1));
    let results = outcome.stdout.lines().filter(|line| line.trim_start().starts_with(['o', 'n']));
    assert_eq!(
        results.collect::<Vec<_>>(),
        [
            "    not ok 1 - slow",
            "not ok 1 - late",
            "    not ok 1 - never",
            "not ok 2 - fails",
            "    ok 1 - quick",
            "        not ok 1 - long",
            "    not ok 2 - in",
            "    not ok 3 - behind it",
            "not ok 3 - s",
            "ok 4 - behind",
        ]
    );
}

#[test]
fn a_test_within_one_that_is_over_fails_alone() {
    let folder = folder("outlived_tests");
    let text = "import { test } from 'node:test';\nconst later = (time) => new Promise((done) => setTimeout(done, time));\n\
        test('over', (t) => { setTimeout(() => t.test('late', () => {}), 20); });\n\
        test('twice', (t, done) => { done(); setTimeout(done, 20); });\ntest('waits', () => later(200));\n\
        test('last', (t) => { setTimeout(() => t.test('behind all', () => {}), 20); });\n";
    let file = written(&folder, "a.test.mjs", text);
    let outcome = run(&["test", "--test-reporter", "tap", &file]);
    assert_eq!(outcome.code, Some(1));
    for line in [
        "ok 1 - over",
        "ok 2 - twice",
        "ok 3 - waits",
        "ok 4 - last",
        "not ok 5 - late",
        "not ok 6 - behind all",
        "# fail 2",
        "# twice is over: callback invoked multiple times",
    ] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
}

#[test]
fn no_name_and_no_error_hides_a_failure() {
    let folder = folder("odd_names");
    let text = "import { test } from 'node:test';\ntest('fine', () => {});\n\
        test('bad \\ud800', (t) => { t.diagnostic('\\udc00'); throw new Error('\\ud800'); });\n";
    let file = written(&folder, "a.test.mjs", text);
    for style in ["spec", "tap", "junit"] {
        let outcome = run(&["test", "--test-reporter", style, &file]);
        assert_eq!(outcome.code, Some(1), "{style}: {}", outcome.stdout);
        assert!(
            outcome.stdout.contains("bad \u{FFFD}") && outcome.stdout.contains("fine"),
            "{style}: {}",
            outcome.stdout
        );
    }
}

/// Tests that leave something uncaught, and a suite with a time.
const UNCAUGHT: &str = r"import { describe, it } from 'node:test';
const later = (time) => new Promise((done) => setTimeout(done, time));
it('rejects', () => { Promise.reject(new Error('unh')); return later(5); });
it('throws late', () => { setTimeout(() => { throw new Error('timer'); }, 1); return later(20); });
describe('suite', { timeout: 20 }, () => { it('slow', () => later(2000)); });
it('Fine', () => {});
";

#[test]
fn uncaught_errors_fail_their_test_and_the_others_run() {
    let folder = folder("uncaught_tests");
    let file = written(&folder, "a.test.mjs", UNCAUGHT);
    let outcome = run(&["test", &file]);
    assert_eq!(outcome.code, Some(1));
    for line in ["✖ rejects", "✖ throws late", "  ✖ slow", "✖ suite", "✔ Fine", "Error: unh", "Error: timer"]
    {
        assert!(outcome.stdout.contains(line), "no {line} in {}", outcome.stdout);
    }
    let outcome = run(&["test", "--test-name-pattern", "/^FINE$/i", &file]);
    assert!(outcome.code == Some(0) && outcome.stdout.contains("✔ Fine"), "{}", outcome.stdout);
}

/// Suites whose functions are async, some of which fail.
const ASYNC_SUITES: &str = r"import { before, beforeEach, describe, it, test } from 'node:test';
import assert from 'node:assert';
const log = [];
describe('outer', () => {
  describe('inner', async () => {
    await null;
    before(() => log.push('before'));
    beforeEach(() => log.push('each'));
    it('deep', () => {});
    describe('most', async () => { await new Promise((done) => setTimeout(done, 1)); it('deepest', () => {}); });
  });
  it('shallow', () => {});
});
describe('rejects', async () => { it('early', () => {}); await null; throw new Error('no suite'); });
describe('throws', () => { it('earlier', () => {}); throw new Error('none either'); });
test('hooks', () => assert.match(log.join(), /^before(,each)+$/));
";

#[test]
fn async_suites_have_what_they_define_later() {
    let folder = folder("async_suites");
    let file = written(&folder, "a.test.mjs", ASYNC_SUITES);
    let outcome = run(&["test", &file]);
    // What `node --test` of Node 20 has counted.
    let sums = "ℹ tests 6\nℹ suites 5\nℹ pass 4\nℹ fail 0\nℹ cancelled 2\n";
    assert!(outcome.code == Some(1) && outcome.stdout.contains(sums), "{}", outcome.stdout);
    for line in ["    ✔ deep", "      ✔ deepest", "  ✔ shallow", "✔ hooks", "✖ rejects", "✖ throws"] {
        assert!(outcome.stdout.lines().any(|known| known.starts_with(line)), "no {line} in {}", outcome.stdout);
    }
    let outcome = run(&["test", "--test-name-pattern", "deepest", &file]);
    assert!(outcome.stdout.contains("✔ deepest") && !outcome.stdout.contains("shallow"), "{}", outcome.stdout);
}

#[test]
fn who_stops_reading_ends_tests_and_steps_in_silence() {
    let folder = folder("closed_pipes");
    let many: String = (0..3000).map(|test| format!("test('number {test}', () => {{}});\n")).collect();
    let file = written(&folder, "a.test.mjs", &many);
    for arguments in [&["test", file.as_str()][..], &["test", "--test-reporter", "tap", &file], &["step", "-e", "1"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.args(arguments).current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        // Steps are asked for, each of which is written.
        drop(child.stdin.take().map(|mut input| std::io::Write::write_all(&mut input, b"next\nnext\n")));
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!((ended.status.code(), told.as_str()), (Some(141), ""), "{arguments:?}");
    }
}

/// Tests that never settle, that end their file, that loop, that throw anything.
#[test]
fn hostile_tests_fail_and_the_others_run() {
    let folder = folder("hostile_tests");
    let never = written(
        &folder,
        "never.mjs",
        "import { test } from 'node:test';\ntest('never', () => new Promise(() => {}));\n",
    );
    let loops = written(&folder, "loops.mjs", "it('loops', () => { for (;;); });\n");
    let exits = written(
        &folder,
        "exits.js",
        "it('exits', () => process.exit(0));\nit('late', { timeout: 5 }, () => new Promise((done) => setTimeout(done, 3000)));\n",
    );
    let throws = written(
        &folder,
        "throws.js",
        "print('mine');\nit('<&\"\\u001b', () => { throw { get message() { throw 1; }, toString: null }; });\nthrow new Error('outside');\n",
    );
    let fine = written(&folder, "fine.ts", "it('fine', () => { const n: number = 1; });\n");
    let outcome = run(&["test", "--fuel", "20M", "--test-reporter", "junit", &never, &loops, &exits, &throws, &fine]);
    assert_eq!(outcome.code, Some(1), "{}{}", outcome.stdout, outcome.stderr);
    for part in [
        "name=\"never\" classname=\"\" time=\"0.000\"><failure message=\"it never ended: nothing was left",
        "name=\"loops\" classname=\"\" time=\"0.000\"><failure message=\"it never ended: the file did, with exit code 3",
        "process.exit(0) was called",
        "test timed out after 5ms",
        "name=\"fine\" classname=\"\"",
    ] {
        assert!(outcome.stdout.contains(part), "no {part} in {}", outcome.stdout);
    }
    assert!(
        outcome.stdout.starts_with("<?xml") && !outcome.stdout.contains('\u{1b}') && !outcome.stdout.contains("mine")
    );
    let coverage = folder.join("out");
    let option = format!("--coverage={}", coverage.display());
    assert_eq!(run(&["test", &option, &fine, &fine]).code, Some(0));
    let lcov = std::fs::read_to_string(coverage.join("lcov.info")).expect("lcov");
    assert!(lcov.contains("fine.ts\n") && lcov.contains("DA:1,2"), "{lcov}");
}

#[test]
fn steps_are_the_same_whenever_the_program_runs_again() {
    // More steps than are kept, as many as chance and the clock say. What lies between takes the place of the windows that
    // were kept.
    let text = "const t = Date.now(), most = 25000 + Math.random() * 1000;\nlet n = 0;\nwhile (Date.now() - t < most) n++;\nlet end = n;\n";
    let commands = b"last\ngoto 30000\ngoto 60000\ngoto 90000\ngoto 120000\nfirst\nlast\nback 15000\nnext 15000\n";
    let outcome = Run { arguments: &["step", "-e", text], input: commands, ..Run::default() }.outcome();
    let shown: Vec<&str> = outcome.stdout.split("\nstep ").skip(1).collect();
    assert!(shown.len() == 10 && shown[1] == shown[7] && shown[0] == shown[6], "{}", outcome.stdout);
    assert!(shown[1] != shown[0] && shown[2].starts_with("30000 of ") && shown[9] == shown[7], "{}", outcome.stdout);
}

#[test]
fn steps_go_forwards_and_back_on_both_machines() {
    let folder = folder("steps");
    let program = written(&folder, "a.js", "function twice(n) {\n  return n * 2;\n}\nprint(twice(21));\n");
    for (backend, value) in [("register", "n=21"), ("stack", "values")] {
        let commands = "line 2\nnext\nback\nout\nlast\nfirst\nfind nothing\nnonsense\nnext x\ngoto 100000\nquit\n";
        let arguments = ["step", "--backend", backend, &program];
        let outcome = Run { arguments: &arguments, input: commands.as_bytes(), ..Run::default() }.outcome();
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
        assert!(outcome.stdout.starts_with("42\n\nstep 1 of "), "{}", outcome.stdout);
        for part in [
            ">    2   return n * 2;",
            value,
            "twice",
            "does not contain this step",
            "no command 'nonsense'",
            "a number, not 'x'",
        ] {
            assert!(outcome.stdout.contains(part), "{backend}: no {part} in {}", outcome.stdout);
        }
    }
    // Steps of a program that leaves are those up to there.
    let leaving = "process.on('exit', () => print('bye')); process.exit(7); print('never');";
    let outcome = Run { arguments: &["step", "-e", leaving], input: b"last\n", ..Run::default() }.outcome();
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(7), ""), "{}", outcome.stdout);
    assert!(
        outcome.stdout.starts_with("bye\n\nstep 1 of ") && !outcome.stdout.contains("never\n\n"),
        "{}",
        outcome.stdout
    );
    // Further than what is kept, in a program that a limit ends.
    let commands = b"goto 30000\nback 29000\n";
    let arguments = ["step", "--fuel", "20000", "-e", "for (let i = 0; ; i++) { i ^ 1; }"];
    let outcome = Run { arguments: &arguments, input: commands, ..Run::default() }.outcome();
    assert_eq!(outcome.code, Some(3));
    assert!(
        outcome.stdout.contains("\nstep 1 of ") && outcome.stderr.matches("Stopped").count() == 1,
        "{}",
        outcome.stderr
    );
}
