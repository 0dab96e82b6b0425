//! Options, exit codes and reports.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::runner::{Run, ferrotape};

fn printed(arguments: &[&str]) -> String {
    let outcome = ferrotape(arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout
}

/// Makes a file with these bytes.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("the file is written");
    path.to_string_lossy().into_owned()
}

#[test]
fn code_file_and_standard_input() {
    assert_eq!(printed(&["-e", "print('a', 1, null)"]), "a 1 null\n");
    assert_eq!(printed(&[&file("plain.js", b"console.log('from', 'file')")]), "from file\n");
    let piped = Run { arguments: &["-"], input: b"print(1 + 1)", ..Run::default() }.outcome();
    assert_eq!((piped.code, piped.stdout.as_str()), (Some(0), "2\n"));
}

#[test]
fn scripts_get_their_arguments() {
    let script = "print(scriptArgs.length, scriptArgs.join('|'), Array.isArray(scriptArgs))";
    assert_eq!(printed(&["-e", script, "one", "--two", "drei ü"]), "3 one|--two|drei ü true\n");
    assert_eq!(printed(&["-e", script]), "0  true\n");
}

#[test]
fn print_converts_like_string() {
    let script =
        "print(); print(-0, 1e21, [1, [2]], {}, function f() {}); print({ toString: function () { return 'own'; } })";
    assert_eq!(printed(&["-e", script]), "\n0 1e+21 1,2 [object Object] function f() {}\nown\n");
    let outcome = ferrotape(&["-e", "print({ toString: function () { throw new RangeError('no text'); } })"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.contains("no text"), "{}", outcome.stderr);
}

#[test]
fn console_separates_the_streams() {
    let outcome = ferrotape(&["-e", "console.log('l'); console.info('i'); console.error('e'); console.warn('w')"]);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("l\ni\n", "e\nw\n"));
}

#[test]
fn an_uncaught_exception_shows_excerpt_and_stack() {
    let script =
        "var a = 1;\nfunction inner() {\n\tthrow new TypeError('no');\n}\nfunction outer() { inner(); }\nouter();\n";
    let path = file("uncaught.js", script.as_bytes());
    let outcome = ferrotape(&[&path]);
    assert_eq!(outcome.code, Some(1));
    let expected = format!(
        "Uncaught TypeError: no\n  --> {path}:3:8\n   |\n 3 | \tthrow new TypeError('no');\n   | \t      ^^^^^^^^^^^^^\n    at inner ({path}:3:8)\n    at outer ({path}:5:20)\n    at {path}:6:1\n"
    );
    assert_eq!(outcome.stderr, expected);
}

#[test]
fn what_is_no_error_is_shown_where_it_was_thrown() {
    let outcome = ferrotape(&["-e", "function f() {\n  throw 1\n}\ntry { f() } finally { print('on the way') }"]);
    let expected = "Uncaught 1\n  --> <command line>:2:3\n   |\n 2 |   throw 1\n   |   ^^^^^\n    at f (<command line>:2:3)\n    at <command line>:4:7\n";
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("on the way\n", expected));
}

#[test]
fn causes_are_shown_with_their_places() {
    let script = "try { null.x } catch (e) {\n  throw new Error('high', { cause: e })\n}";
    let stderr = ferrotape(&["-e", script]).stderr;
    let cause = "Caused by: TypeError: Cannot read properties of null (reading 'x')\n  --> <command line>:1:12\n";
    assert!(stderr.starts_with("Uncaught Error: high\n  --> <command line>:2:9\n"), "{stderr}");
    assert!(stderr.contains(cause), "{stderr}");
    let circle = "var e = Error('round'); e.cause = e; throw e";
    assert!(!ferrotape(&["-e", circle]).stderr.contains("Caused by"));
}

#[test]
fn messages_are_short_and_send_no_commands_to_the_terminal() {
    let script = "throw Error('\\x1b[31m' + new Array(1e6).join('long '))";
    let stderr = ferrotape(&["-e", script]).stderr;
    assert!(stderr.starts_with("Uncaught Error: \\u{1b}[31mlong long"), "{}", &stderr[..60]);
    for script in ["throw Error('a\\u202eb\\x07')", "throw 'a\\u202eb\\x07'", "throw { a: 'a\\u202eb\\x07' }"] {
        let stderr = ferrotape(&["-e", script]).stderr;
        assert!(!stderr.contains(['\u{202e}', '\u{7}']) && stderr.contains("\\u{202e}"), "{script}: {stderr}");
    }
    assert!(stderr.len() < 6000, "{}", stderr.len());
    // Each character of Bidi_Control.
    for code in [0x61c, 0x200e, 0x200f].into_iter().chain(0x202a..=0x202e).chain(0x2066..=0x2069) {
        let stderr = ferrotape(&["-e", &format!("throw Error('a\\u{{{code:x}}}b')")]).stderr;
        assert!(stderr.starts_with(&format!("Uncaught Error: a\\u{{{code:x}}}b\n")), "{stderr}");
    }
    let nested = ferrotape(&["-e", "var o = { toString: function () { print(o) } }; print(o)"]);
    assert!(nested.stderr.starts_with("Uncaught RangeError: Maximum call stack size exceeded\n"), "{}", nested.stderr);
}

#[test]
fn a_long_text_is_printed_in_pieces() {
    let script = "var s = '0123456789abcdef'; for (var i = 0; i < 20; i++) s += s; print(s, 1)";
    let outcome = ferrotape(&["--memory-limit", "25000000", "-e", script]);
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(0), (16 << 20) + 3), "{}", outcome.stderr);
    // The console formats its arguments as one text, which counts against the limit.
    let script = script.replace("print", "console.log");
    let outcome = ferrotape(&["--memory-limit", "100000000", "-e", &script]);
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(0), (16 << 20) + 3), "{}", outcome.stderr);
    let outcome = ferrotape(&["--memory-limit", "25000000", "-e", &script]);
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(3), 0), "{}", outcome.stderr);
}

#[test]
fn what_was_printed_before_an_error_is_not_lost() {
    let outcome = ferrotape(&["-e", "print('before'); throw 'text'"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), "before\n"));
    assert!(outcome.stderr.starts_with("Uncaught 'text'\n"), "{}", outcome.stderr);
}

#[test]
fn nothing_runs_behind_an_exception_that_ends_the_program() {
    for later in ["queueMicrotask", "process.nextTick", "setTimeout"] {
        let text = format!("{later}(() => {{ throw new Error('no') }}); {later}(() => print('later'))");
        let exit =
            "process.on('exit', code => print('exit', code)); Promise.reject('lost').catch(() => print('caught'));";
        let outcome = ferrotape(&["-e", &format!("{exit}{text}")]);
        assert_eq!(outcome.code, Some(1), "{later}");
        assert!(outcome.stdout.ends_with("exit 1\n") && !outcome.stdout.contains("later"), "{}", outcome.stdout);
        assert!(outcome.stderr.starts_with("Uncaught Error: no\n") && !outcome.stderr.contains("lost"));
    }
}

#[test]
fn objects_of_the_web_that_are_thrown_are_shown_as_they_are_printed() {
    for value in ["new URLSearchParams('a=1')", "new Headers", "new AbortController", "{ a: { b: { c: { d: 1 } } } }"] {
        let printed = ferrotape(&["-p", &format!("({value})")]).stdout;
        let thrown = ferrotape(&["-e", &format!("throw {value}")]).stderr;
        assert!(thrown.starts_with(&format!("Uncaught {printed}")), "{value}: {thrown}");
    }
    let thrown = ferrotape(&["-e", "throw new URL('http://x')"]).stderr;
    assert!(thrown.starts_with("Uncaught URL { href: 'http://x/', origin: 'http://x', "), "{thrown}");
}

/// Errors of constructors without `class`; names and messages that are empty, or no texts.
#[test]
fn unusual_errors_are_shown_with_all_that_they_say() {
    let old =
        "function E(m) { this.message = m } E.prototype = Object.create(Error.prototype); E.prototype.name = 'Old';";
    for (text, shown) in [
        (format!("{old} throw new E('no')"), "Uncaught [Old: no]\n"),
        (format!("{old} throw Object.assign(new E('no'), {{ code: 5 }})"), "Uncaught [Old: no] { code: 5 }\n"),
        ("const e = new Error('m'); e.name = ''; throw e".to_owned(), "Uncaught m\n"),
        ("const e = new Error(); e.message = { a: 1 }; throw e".to_owned(), "Uncaught Error\n"),
    ] {
        let said = ferrotape(&["-e", &text]).stderr;
        assert!(said.starts_with(shown), "{text}: {said}");
        assert!(!text.contains("{ a: 1 }") || said.contains("\n  = message: { a: 1 }\n"), "{said}");
    }
}

#[test]
fn objects_of_the_web_show_what_they_are() {
    for (value, shown) in [
        ("new URLSearchParams('a=1')", "URLSearchParams { 'a' => '1' }"),
        ("new Headers({ a: 1 })", "Headers { a: '1' }"),
        ("new Blob(['abc'])", "Blob { size: 3, type: '' }"),
        ("[new AbortController]", "[ AbortController { signal: AbortSignal { aborted: false } } ]"),
        // Getters that a script has put there are not asked.
        (
            "(Object.defineProperty(Blob.prototype, 'size', { get() { print('asked') } }), new Blob([]))",
            "Blob { type: '' }",
        ),
    ] {
        let [printed, packages] =
            [&[][..], &["--commonjs"]].map(|with| ferrotape(&[with, &["-p", value]].concat()).stdout);
        assert_eq!((printed.trim_end(), packages.trim_end()), (shown, shown), "{value}");
    }
    let address = ferrotape(&["-p", "new URL('http://a/b')"]).stdout;
    assert!(address.starts_with("URL {\n  href: 'http://a/b',\n  origin: 'http://a',\n"), "{address}");
}

#[test]
fn a_syntax_error_shows_where() {
    let outcome = ferrotape(&["-e", "var ok = 1;\nvar x = = 2;"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.starts_with("SyntaxError: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("--> <command line>:2:9\n"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(" 2 | var x = = 2;\n   |         ^\n"), "{}", outcome.stderr);
}

#[test]
fn wrong_usage_exits_with_2() {
    for arguments in [&["--fuel", "x", "-e", "1"][..], &["--nope"], &["disasm"], &["-e"], &["help", "nobody"]] {
        let outcome = ferrotape(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains("usage: ferrotape"), "{}", outcome.stderr);
    }
    // A host that could never match would look like a permission.
    for host in [
        "a.example:99999",
        "a.example:http",
        "a.example:",
        "[::1]:x",
        "https://a.example:x",
        "a.example/path",
        "https://",
        "a:b:80",
        "[::1:80",
        "[]",
    ] {
        let outcome = ferrotape(&[&format!("--allow-net=b.example,{host}"), "-e", "1"]);
        assert_eq!(outcome.code, Some(2), "{host}");
        assert!(
            outcome.stderr.contains(&format!("--allow-net takes HOST or HOST:PORT, not '{host}'")),
            "{}",
            outcome.stderr
        );
    }
    for host in ["a.example", "a.example:80", "::1", "[::1]", "[::1]:80", "https://a.example/", "HTTP://a.example:81"] {
        assert_eq!(ferrotape(&[&format!("--allow-net={host}"), "-e", "1"]).code, Some(0), "{host}");
    }
    assert!(printed(&["--help"]).contains("--memory BYTES"));
    assert!(printed(&["check", "--help"]).starts_with("ferrotape check"));
    assert!(printed(&["--version"]).starts_with("ferrotape "));
}

/// `ferrotape check` is the command, also where a script has that name.
#[test]
fn scripts_named_like_commands_are_run_by_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("check"), "print('a script')").expect("the file is written");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.args(arguments).current_dir(&folder).stdin(Stdio::null()).output().expect("the command starts")
    };
    let said = String::from_utf8_lossy(&run(&["check"]).stderr).into_owned();
    assert!(said.starts_with("ferrotape: no FILE: ferrotape run check runs the file of that name\n"), "{said}");
    for arguments in [&["run", "check"][..], &["./check"]] {
        assert_eq!(run(arguments).stdout, b"a script\n", "{arguments:?}");
    }
}

#[test]
fn files_that_cannot_be_read_give_a_message() {
    let missing = ferrotape(&["no/such/file.js"]);
    assert_eq!(missing.code, Some(1));
    assert_eq!(missing.stderr, "ferrotape: cannot read no/such/file.js: no such file or folder\n");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let said = ferrotape(&[folder]).stderr;
    assert!(said.contains(": it is a folder\n--commonjs runs the package in a folder; "), "{said}");
    let said = ferrotape(&["--commonjs", folder]).stderr;
    assert!(said.contains(": it is a folder\nIt has no index.js, and no package.json with `main`.\n"), "{said}");
    let folder = ferrotape(&["crates"]);
    assert_eq!(folder.code, Some(1));
    let path = file("latin1.js", b"print('caf\xe9')");
    let latin1 = ferrotape(&[&path]);
    assert_eq!(latin1.code, Some(1));
    assert_eq!(latin1.stderr, format!("ferrotape: {path} is not UTF-8 text: see byte 10\n"));
    let piped = Run { arguments: &["-"], input: b"\xff", ..Run::default() }.outcome();
    assert_eq!(piped.stderr, "ferrotape: standard input is not UTF-8 text: see byte 0\n");
}

#[test]
fn limits_stop_what_never_ends() {
    for (limit, script) in [
        (["--fuel", "100000"], "for (;;) {}"),
        (["--timeout", "50ms"], "for (;;) {}"),
        (["--timeout", "50ms"], "function f() { try { f(); } finally { f(); } } f()"),
        (["--memory-limit", "8000000"], "var s = 'x'; for (;;) { s += s; s.charCodeAt(0); }"),
        (["--memory", "8M"], "var a = []; for (;;) a.push({})"),
        (["--memory-limit", "8000000"], "var o = {}; for (var i = 0; ; i++) o['k' + i] = i"),
        (["--timeout", "50ms"], "try { for (;;) {} } catch (e) { print('caught') } finally { print('finally') }"),
        (
            ["--time", "0.05s"],
            "var a = { __proto__: new Proxy({}, {}), length: 4294967295 }; [].forEach.call(a, print)",
        ),
        (["--timeout", "50ms"], "[].indexOf.call({ __proto__: new Proxy({}, {}), length: 1e15 }, 1)"),
    ] {
        let start = Instant::now();
        let outcome = ferrotape(&[limit[0], limit[1], "-e", script]);
        assert_eq!(outcome.code, Some(3), "{script}: {}", outcome.stderr);
        assert!(outcome.stderr.starts_with("Stopped: "), "{script}: {}", outcome.stderr);
        assert_eq!(outcome.stdout, "", "{script}");
        assert!(start.elapsed() < Duration::from_secs(30), "{script}: {:?}", start.elapsed());
    }
}

#[test]
fn limits_that_leave_no_room_for_a_beginning_name_their_option() {
    for (limit, said) in [
        (["--memory", "1"], "Stopped: the script reached its memory limit: 1 byte\n  = --memory sets the limit\n"),
        (["--fuel", "10"], "Stopped: the script used up its fuel: 10 units of work\n  = --fuel sets the limit\n"),
    ] {
        let outcome = ferrotape(&[limit[0], limit[1], "-e", "for (;;);"]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(3), said));
    }
}

#[test]
fn the_place_of_an_endless_loop_is_in_it_on_both_machines() {
    for (script, place) in [
        ("for(;;){}", "1:8"),
        ("a();\nfunction a() { while (true) { 1; } }", "2:31"),
        ("do;while(!0)", "1:3"),
        ("for(;;) try { break } finally { continue }", "1:33"),
    ] {
        for backend in ["register", "stack"] {
            let outcome = ferrotape(&["--backend", backend, "--fuel", "1000", "-e", script]);
            assert!(outcome.stderr.contains(&format!("--> <command line>:{place}\n")), "{backend}: {}", outcome.stderr);
        }
    }
}

#[test]
fn fuel_is_deterministic() {
    let script = "var n = 0; for (;;) { n++; if (n % 1000 === 0) print(n); }";
    let first = ferrotape(&["--fuel", "200000", "-e", script]);
    let second = ferrotape(&["--fuel", "200000", "-e", script]);
    assert!(!first.stdout.is_empty());
    assert_eq!(first.stdout, second.stdout);
}

#[test]
fn local_time_is_that_of_the_named_zone() {
    let script = "print(new Date(0).getHours(), String(new Date(1e12)))";
    let kolkata = "5 Sun Sep 09 2001 07:16:40 GMT+0530 (India Standard Time)\n";
    assert_eq!(printed(&["--timezone", "Asia/Kolkata", "-e", script]), kolkata);
    let unknown = ferrotape(&["--timezone", "Nowhere", "-e", script]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.starts_with("ferrotape: there is no time zone 'Nowhere'\n"), "{}", unknown.stderr);
}

#[test]
fn stats_count() {
    let plain =
        ferrotape(&["--stats", "-e", "function f(a) { return a + 1; } for (var i = 0; i < 1000000; i++) f(i);"]);
    assert_eq!(plain.code, Some(0));
    assert_eq!(statistic(&plain.stderr, "records"), 0);
    assert!(statistic(&plain.stderr, "fuel") > 1_000_000);
    let closures = "function f(a) { return function () { return a; }; } for (var i = 0; i < 1000; i++) f(i);";
    let captured = ferrotape(&["--stats", "-e", closures]);
    assert_eq!(statistic(&captured.stderr, "records"), 1000);
    assert!(statistic(&captured.stderr, "peak-bytes") > 0);
}

fn statistic(stderr: &str, name: &str) -> u64 {
    let line = stderr.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} in {stderr}"));
    line.trim().parse().expect("a number")
}

#[test]
fn disasm_lists_every_function() {
    let path = file("listing.js", b"var top = 1;\nfunction named(a) { return function inner() { return a; }; }\n");
    let listing = printed(&["disasm", &path]);
    assert!(listing.contains("named") && listing.contains("inner"), "{listing}");
    let broken = ferrotape(&["disasm", "-e", "var"]);
    assert_eq!(broken.code, Some(1));
}

#[test]
fn check_runs_nothing() {
    let outcome = ferrotape(&["check", "-e", "print('never')"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), ""));
    assert_eq!(ferrotape(&["check", "-e", "print("]).code, Some(1));
}

/// Returns the steps of function `f` with their values, blanks made one.
fn steps_with_values(backend: &str, script: &str) -> Vec<String> {
    let outcome = ferrotape(&["trace", "--values", "--only", "f", "--backend", backend, "-e", script]);
    outcome.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn seed_w04_a_trace_shows_the_stack_before_and_after() {
    assert_eq!(
        steps_with_values("stack", "function f(a) { try { throw a } catch { } }\nf('x')"),
        [
            "f:1 PC=0 LITERAL,\"\" C=undefined L=1:1 E=- blocks={} [] -> [\"\"]",
            "f:1 PC=1 S.TRYC,7 C=undefined L=1:1 E=- blocks={} [\"\"] -> []",
            "f:1 PC=2 VREF,a C=undefined L=1:1 E=- blocks={CATCH<7>} [] -> [<a>]",
            "f:1 PC=3 GETVALUE C=undefined L=1:1 E=- blocks={CATCH<7>} [<a>] -> [\"x\"]",
            "f:1 PC=4 LOC,1:23 C=undefined L=1:1 E=- blocks={CATCH<7>} [\"x\"] -> [\"x\"]",
            "f:1 PC=5 THROW C=undefined L=1:23 E=- blocks={CATCH<7>} [\"x\"] throws \"x\"",
            "f:1 PC=7 END,2 C=undefined L=1:23 E=- blocks={CATCH<7,\"x\">} [] -> []",
            "f:1 PC=8 S.CATCH C=undefined L=1:23 E=- blocks={CATCH<7,\"x\">} [] -> []",
            "f:1 PC=9 END,1 C=undefined L=1:23 E=- blocks={WITH} [] -> []",
            "f:1 PC=10 END,0 C=undefined L=1:23 E=- blocks={} [] leaves",
        ]
    );
}

#[test]
fn seed_w04_a_trace_shows_registers_by_name_records_and_catchers() {
    let script = "function f(a) { let b = a + 1; try { (() => b)() } catch (e) { } }\nf(1)";
    let steps = steps_with_values("register", script);
    let has = |wanted: &[&str]| steps.iter().any(|step| wanted.iter().all(|part| step.contains(part)));
    assert!(has(&["AddInt", "[a=1, b=<not initialised>] -> b=2"]), "{steps:#?}");
    assert!(has(&["records={b=2} catchers=->", "calls"]), "{steps:#?}");
    assert!(steps.last().is_some_and(|step| step.ends_with("leaves")), "{steps:#?}");
}

#[test]
fn a_trace_of_a_function_that_never_runs_says_so() {
    let program = "function f() { return 1 } f()";
    for (name, told) in [("f", ""), ("g", "ferrotape: no function named 'g' has run\n")] {
        let outcome = ferrotape(&["trace", "--only", name, "-e", program]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), told));
        assert_eq!(outcome.stdout.is_empty(), !told.is_empty(), "{}", outcome.stdout);
    }
}

/// Each instruction of every function has the same members, and names of variables are there without an observer too.
#[test]
fn seed_w03_code_as_json() {
    let program =
        "function f(a) { let b = `x\"${a}`; return () => b }\nfor (const k in f(1)) { try { k() } finally { } }";
    for (backend, members) in [
        ("register", ["operands", "reads", "writes", "throws", "target", "line"]),
        ("stack", ["operand", "effect", "takes", "throws", "target", "line"]),
    ] {
        let outcome = ferrotape(&["disasm", "--json", "--backend", backend, "-e", program]);
        let code: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("it is JSON");
        let functions = code["functions"].as_array().expect("there are functions");
        assert_eq!(functions.len(), 3);
        for instruction in functions.iter().flat_map(|function| function["instructions"].as_array().unwrap()) {
            let object = instruction.as_object().expect("it is an object");
            assert!(members.iter().all(|member| object.contains_key(*member)), "{instruction}");
        }
        let names: Vec<_> = functions[1]["variables"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
        assert_eq!(names, ["a", "b"], "{backend}");
    }
}

#[test]
fn a_listing_says_whether_tail_calls_replace_the_frame() {
    for backend in ["register", "stack"] {
        let header = |which: &str| {
            let program = "function f() { return g() }";
            let outcome = ferrotape(&["disasm", "--backend", backend, "--tail-calls", which, "-e", program]);
            outcome.stdout.lines().find(|line| line.starts_with("f1")).unwrap_or_default().to_owned()
        };
        assert!(header("always").ends_with(", tail calls replace its frame"), "{backend}: {}", header("always"));
        assert!(header("strict").ends_with(", tail calls are calls"), "{backend}: {}", header("strict"));
    }
}

/// Each statement stands below its own line, though L is set only before what may throw.
#[test]
fn stack_code_stands_below_the_lines_of_its_statements() {
    let program = "function f(x) {\nlet y = 1;\nwhile (x)\nx = 0;\ntry {\ng();\n} finally { h() }\n\
                   for (y of x)\ng(y);\nfor (y in x)\ng(y);\nreturn y;\n}";
    let listing = printed(&["disasm", "--backend", "stack", "-e", program]);
    let (mut line, mut placed) = (0, Vec::new());
    for row in listing.split("f1 function").nth(1).expect("the function").lines().skip(1) {
        if let Some((number, _)) = row.split_once(" | ") {
            line = number.trim().parse().expect("a number");
        } else if let Some((_, instruction)) = row.trim().split_once("  ") {
            placed.push((line, instruction.to_owned()));
        }
    }
    for (line, beginning) in [
        (2, "LITERAL,1"),
        (3, "B.ALWAYS,"),
        (3, "TOBOOLEAN"),
        (4, "LITERAL,0"),
        (5, "S.TRYF,"),
        (6, "LITERAL,\"g\""),
        (7, "END,2"),
        (7, "LITERAL,\"h\""),
        (8, "B.THROWN,"),
        (10, "B.ENUM,"),
        (10, "B.ALWAYS,"),
        (12, "GETVALUE"),
    ] {
        let is_placed = placed.iter().any(|(at, instruction)| *at == line && instruction.starts_with(beginning));
        assert!(is_placed, "{line} {beginning}: {listing}");
    }
    let json = printed(&["disasm", "--json", "--backend", "stack", "-e", program]);
    let code: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let instructions = code["functions"][1]["instructions"].as_array().expect("instructions");
    let in_json = instructions.iter().map(|it| (it["line"].as_u64().unwrap_or(0), it["text"].as_str().unwrap_or("")));
    assert!(in_json.eq(placed.iter().map(|(line, text)| (*line, text.as_str()))), "{json}\n{listing}");
}

/// Returns the steps of the function that the script calls, which are indented.
fn traced_function(script: &str) -> Vec<String> {
    let outcome = ferrotape(&["trace", "-e", script]);
    let lines = outcome.stdout.lines().filter_map(|line| line.strip_prefix("    "));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn seed_s05_trace_prints_steps_as_the_document_does() {
    assert_eq!(
        traced_function("(function () { try { } catch (e) { } })()"),
        [
            "PC=0 blocks={} LITERAL,\"e\"",
            "PC=1 blocks={} S.TRYC,3",
            "PC=2 blocks={CATCH<3>} B.ALWAYS,5",
            "PC=5 blocks={CATCH<3>} END,1",
            "PC=6 blocks={} END,0",
        ]
    );
    assert_eq!(
        traced_function("(function () { try { throw 9 } catch (e) { } })()"),
        [
            "PC=0 blocks={} LITERAL,\"e\"",
            "PC=1 blocks={} S.TRYC,6",
            "PC=2 blocks={CATCH<6>} LITERAL,9",
            "PC=3 blocks={CATCH<6>} LOC,1:22",
            "PC=4 blocks={CATCH<6>} THROW",
            "PC=6 blocks={CATCH<6,9>} END,2",
            "PC=7 blocks={CATCH<6,9>} S.CATCH",
            "PC=8 blocks={WITH} END,1",
            "PC=9 blocks={} END,0",
        ]
    );
    assert_eq!(
        traced_function("(function () { try { } finally { } })()"),
        [
            "PC=0 blocks={} S.TRYF,2",
            "PC=1 blocks={FINALLY<2>} B.ALWAYS,4",
            "PC=4 blocks={FINALLY<2>} END,1",
            "PC=2 blocks={FINALLY2<4>} END,2",
            "PC=3 blocks={FINALLY2<4>} ENDF",
            "PC=4 blocks={} END,1",
            "PC=5 blocks={} END,0",
        ]
    );
    assert_eq!(
        traced_function("(function () { try { throw 9 } finally { } })()"),
        [
            "PC=0 blocks={} S.TRYF,5",
            "PC=1 blocks={FINALLY<5>} LITERAL,9",
            "PC=2 blocks={FINALLY<5>} LOC,1:22",
            "PC=3 blocks={FINALLY<5>} THROW",
            "PC=5 blocks={FINALLY2<9>} END,2",
            "PC=6 blocks={FINALLY2<9>} ENDF",
        ]
    );
}

#[test]
fn programs_run_and_are_listed_for_either_machine() {
    let script = "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) } print(f(10), eval('f(5)'))";
    for backend in ["register", "stack"] {
        assert_eq!(printed(&["--backend", backend, "-e", script]), "55 5\n");
        assert_eq!(printed(&["--backend", backend, "check", "-e", script]), "");
    }
    assert!(printed(&["disasm", "-e", "a.b + 1"]).contains("GetProperty"));
    let listing = printed(&["disasm", "--backend", "stack", "-e", "a.b + 1"]);
    assert!(["LOOKUP", "GETVALUE", "LITERAL,1", "ADD", "END,0"].iter().all(|name| listing.contains(name)), "{listing}");
}
