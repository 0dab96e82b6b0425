//! The built-in limits, row by row of the table in `docs/limits.md`, on both machines. Anything without a limit there
//! has none.

use std::fmt::Write;

use ferrotape::{Backend, Engine, Error, Value};

const TABLE: &str = include_str!("../../../../docs/limits.md");

const MACHINES: [Backend; 2] = [Backend::Register, Backend::Stack];

fn repeated(count: usize, mut item: impl FnMut(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        let _ = write!(text, "{}", item(index));
        text
    })
}

/// The result beyond a limit, on one machine.
enum Beyond {
    /// The message, and the text at the place of the error.
    Error(&'static str, &'static str),
    /// The script's result: the caught error, or there is no limit.
    Gives(&'static str),
}

use Beyond::{Error as Fails, Gives};

struct Row {
    limit: &'static str,
    /// Goes as far as allowed, and returns "within".
    within: String,
    beyond: String,
    register: Beyond,
    stack: Beyond,
}

fn row(limit: &'static str, within: String, beyond: String, outcome: fn() -> Beyond) -> Row {
    Row { limit, within, beyond, register: outcome(), stack: outcome() }
}

fn variables(count: usize) -> String {
    let variables = repeated(count, |index| format!("var v{index};"));
    format!("function f() {{ {variables} v{0} = 'within'; return v0 || v{0} }} f()", count - 1)
}

fn parameters(count: usize) -> String {
    let parameters = repeated(count - 1, |index| format!("p{index},"));
    format!("function f({parameters}last) {{ return p0 }} f('within')")
}

fn arguments(count: usize) -> String {
    let arguments = "0,".repeat(count - 1);
    format!("function f() {{ return arguments.length === {count} && 'within' }} f({arguments}0)")
}

fn nested(depth: usize) -> String {
    format!("{}'within'{}", "0 || [".repeat(depth), "]".repeat(depth)) + " && 'within'"
}

fn pattern(text: &str) -> String {
    format!("try {{ new RegExp({text}); 'within' }} catch (e) {{ e.name + ': ' + e.message.split(': ').pop() }}")
}

fn caught(expression: &str) -> String {
    format!("try {{ {expression}; 'within' }} catch (e) {{ String(e) }}")
}

fn rows() -> Vec<Row> {
    let apply = |count: u32| caught(&format!("(function () {{}}).apply(null, new Array({count}))"));
    let json = |depth: u32| caught(&format!("for (var v = [], i = 0; i < {depth}; i++) v = [v]; JSON.stringify(v)"));
    let stack = |depth: u32| {
        format!(
            "function f(n) {{ return n ? f(n - 1) + '' : new Error().stack }} (f({depth}).split('\\n').length - 1) + ''"
        )
    };
    vec![
        Row {
            limit: "registers of a function",
            within: variables(64_935),
            beyond: variables(65_531),
            register: Fails("RangeError: function needs too many registers", "v64935;"),
            stack: Gives("within"),
        },
        Row {
            limit: "parameters of a function",
            within: parameters(64_995),
            beyond: parameters(65_531),
            register: Fails("RangeError: function has too many parameters", "p64995,"),
            stack: Gives("within"),
        },
        row("arguments that a call spells", arguments(64_700), arguments(65_536), || {
            Fails("RangeError: too many arguments in a call", "f(0,0,")
        }),
        row("arguments from a list", apply(100_000), apply((1 << 20) + 1), || Gives("RangeError: Too many arguments")),
        row("nesting of syntax", nested(20), nested(100_000), || Fails("RangeError: nesting is too deep", "")),
        row("nesting of values in `JSON`", json(20), json(100_000), || {
            Gives("RangeError: Maximum call stack size exceeded")
        }),
        row(
            "length of a pattern",
            pattern("'a' + new Array(1 << 20).join('b')"),
            pattern("'aa' + new Array(1 << 20).join('b')"),
            || Gives("SyntaxError: The regular expression is too long (more than 1048576 code units)"),
        ),
        row(
            "classes of a pattern",
            pattern("'[a-z]'"),
            pattern("new Array(170000).join('[\\u0080-\\uffff]'), 'i'"),
            || Gives("SyntaxError: The regular expression is too large"),
        ),
        row("length of a string", caught("'a'.repeat ? 0 : 0"), caught("for (var s = 'a';;) s += s"), || {
            Gives("RangeError: Invalid string length")
        }),
        row("length of a BigInt", caught("(1n << 16777215n).toString(16).length"), caught("1n << 16777216n"), || {
            Gives("RangeError: Maximum BigInt size exceeded")
        }),
        row("length of an array", caught("new Array(4294967295)"), caught("new Array(4294967296)"), || {
            Gives("RangeError: Invalid array length")
        }),
        row(
            "length of a buffer, now or ever",
            caught("new ArrayBuffer(8, { maxByteLength: 64 })"),
            caught("new ArrayBuffer(8, { maxByteLength: 4294967289 })"),
            || Gives("RangeError: Array buffer allocation failed"),
        ),
        row("entries of an error's stack", format!("{} && 'within'", stack(3)), stack(100), || Gives("32")),
    ]
}

fn run(backend: Backend, script: &str) -> Result<Value, Error> {
    Engine::builder().backend(backend).build().expect("an engine").run("limits.js", script)
}

#[track_caller]
fn gives(backend: Backend, script: &str, text: &str, limit: &str) {
    let result = run(backend, script);
    assert_eq!(result, Ok(Value::String(text.to_owned())), "{limit}, {backend:?}");
}

#[test]
fn every_row_of_the_table_is_so_on_both_machines() {
    for row in rows() {
        for (backend, beyond) in MACHINES.into_iter().zip([&row.register, &row.stack]) {
            gives(backend, &row.within, "within", row.limit);
            match beyond {
                Gives(text) => gives(backend, &row.beyond, text, row.limit),
                Fails(message, place) => {
                    let error = run(backend, &row.beyond).expect_err(row.limit);
                    assert_eq!(error.message(), *message, "{backend:?}");
                    let location = error.location().expect("it has a place");
                    let column = location.column as usize - 1;
                    assert_eq!(location.line, 1);
                    assert!(row.beyond[column..].starts_with(place), "{}, {backend:?}: {column}", row.limit);
                }
            }
        }
    }
}

#[test]
fn nesting_is_too_deep_at_one_place_on_both_machines() {
    const SHAPES: [&str; 5] = ["(", "a ? b : (", "(class { static x = ", "() => (", "if (a) { "];
    let ways = "
        function place(action) { try { action() } catch (e) { return e.message + /:\\d+:\\d+/.exec(e.stack)[0] } }
        function within(depth, action) { return depth ? [1].map(() => within(depth - 1, action))[0] : place(action) }
        const text = SHAPE.repeat(100000);
        [0, 1, 2].map(depth => [
            within(depth, () => eval(text)), within(depth, () => (0, eval)(text)), within(depth, () => Function(text)),
            within(depth, () => eval('eval(text)')),
        ].join()).join(' ')";
    for shape in SHAPES {
        let places = MACHINES.map(|backend| run(backend, &ways.replace("SHAPE", &format!("'{shape}'"))));
        assert_eq!(places[0], places[1], "{shape}");
        assert!(matches!(&places[0], Ok(Value::String(text)) if text.contains("nesting is too deep:1:")), "{places:?}");
        let places = MACHINES.map(|backend| {
            let error = run(backend, &shape.repeat(100_000)).expect_err("it is too deep");
            (error.message().to_owned(), error.location().map(|place| (place.line, place.column)))
        });
        assert_eq!(places[0], places[1], "{shape}");
    }
}

#[test]
fn the_table_has_these_rows() {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| limit ");
    // Other tables follow under their own headings.
    let limits = TABLE.split("\n## ").next().unwrap_or_default();
    let listed: Vec<&str> =
        limits.lines().filter(is_row).filter_map(|line| line.split('|').nth(1)).map(str::trim).collect();
    let mut tested: Vec<&str> = rows().iter().map(|row| row.limit).collect();
    // A text of two gigabytes is for the parser's own test.
    tested.insert(6, "length of a source");
    assert_eq!(listed, tested);
}

#[test]
fn any_number_of_ways_out_of_finally_is_told_apart() {
    const COUNT: usize = 40_000;
    let returns = repeated(COUNT, |index| format!("if (n === {index}) return n + {index};"));
    let breaks = repeated(COUNT, |index| {
        format!("l{index}: {{ try {{ if (n === {index}) break l{index}; m += 1 }} finally {{ c += 1 }} m += 2 }}")
    });
    let script = format!(
        "function returns(n) {{ try {{ {returns} }} finally {{ c += 1 }} return 'none' }}
        function breaks(n) {{ var m = 0; try {{ {breaks} }} finally {{ c += 1 }} return m }}
        var c = 0, of = [0, 1, 32763, 32764, 32765, 32766, 32767, 32768, 39999, 40000], all = [];
        for (var i = 0; i < of.length; i++) all.push(returns(of[i]), breaks(of[i]));
        all.join() + ' ' + c"
    );
    let mut expected = Vec::new();
    for n in [0, 1, 32_763, 32_764, 32_765, 32_766, 32_767, 32_768, 39_999, 40_000] {
        expected.push(if n < COUNT { (2 * n).to_string() } else { "none".to_owned() });
        expected.push((3 * if n < COUNT { COUNT - 1 } else { COUNT }).to_string());
    }
    let expected = format!("{} {}", expected.join(","), 10 * (COUNT + 2));
    for backend in MACHINES {
        gives(backend, &script, &expected, "ways out");
    }
}

#[test]
fn any_number_of_targets_lies_beyond_one_finally() {
    const COUNT: usize = 33_000;
    const STACK: usize = 448 << 20;
    let open = repeated(COUNT, |index| format!("l{index}:{{"));
    let cases = repeated(COUNT, |index| format!("case {index}: break l{index};"));
    let close = "m += 1 }".repeat(COUNT);
    let script = format!(
        "function f(n) {{ var m = 0; {open} try {{ switch (n) {{ {cases} }} }} finally {{ c += 1 }} {close} return m }}
        var c = 0; [f(0), f(1), f(32764), f(32765), f(32766), f(32999), f(33000), c].join()"
    );
    let run = || {
        for backend in MACHINES {
            let mut engine = Engine::builder().backend(backend).native_stack(STACK / 2).build().expect("an engine");
            let result = engine.run("targets.js", &script);
            assert_eq!(result, Ok(Value::String("0,1,32764,32765,32766,32999,33000,7".to_owned())), "{backend:?}");
        }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).expect("a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

#[test]
fn a_run_that_ends_before_its_text_is_read_ends_at_the_beginning_of_it() {
    let text = "a + b;".repeat(1 << 20);
    for builder in [Engine::builder().memory_limit(4 << 20), Engine::builder().fuel(1000)] {
        let mut engine = builder.build().expect("an engine");
        for error in [engine.run("t.js", &text), engine.run("t.js", text.clone())].map(Result::unwrap_err) {
            assert!(error.is_termination());
            let location = error.location().expect("a place");
            assert_eq!((&*location.source, location.line, location.column), ("t.js", 1, 1));
        }
    }
}

#[test]
fn the_places_of_what_has_no_register() {
    for (source, place) in [
        // Blocks beside each other share registers where there are too few, but not in generators.
        (
            format!("function* f() {{ {} return 1 }}", repeated(65_000, |i| format!("try {{}} catch (e{i}) {{}}"))),
            "e64935",
        ),
        (format!("function f() {{ return g({}x) }}", "h(),".repeat(65_000)), "h(),h()"),
    ] {
        let error = run(Backend::Register, &source).expect_err("it is too large");
        assert_eq!(error.message(), "RangeError: function needs too many registers");
        let column = error.location().expect("it has a place").column as usize - 1;
        assert!(source[column..].starts_with(place), "{column}: {}", &source[column..column + 20]);
    }
}
