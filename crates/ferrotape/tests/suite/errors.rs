//! Errors, as the host sees thrown values.

use ferrotape::convert::Coerced;
use ferrotape::handles::JsString;
use ferrotape::host::Rest;
use ferrotape::{Backend, Context, Engine, Error, ErrorKind, Termination, Value};

use crate::host_functions::again;

fn thrown(text: &str) -> (ErrorKind, Option<String>, String) {
    let mut engine = Engine::builder().fuel(1_000_000).build().expect("an engine");
    let error = engine.run("t.js", text).expect_err(text);
    (error.kind(), error.name().map(str::to_owned), error.message().to_owned())
}

/// Errors go wherever errors of Rust go.
#[test]
fn errors_belong_to_no_thread() {
    fn is_usual<T: std::error::Error + Send + Sync + Clone + 'static>(_: &T) {}
    let error =
        Engine::builder().build().expect("an engine").run("a.js", "throw new Error('x', { cause: 1 })").unwrap_err();
    is_usual(&error);
    let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert_eq!(boxed.source().expect("a cause").to_string(), "1");
}

#[test]
fn errors_have_the_name_of_their_constructor() {
    for (text, name, message) in [
        ("null.x", Some("TypeError"), "TypeError: Cannot read properties of null (reading 'x')"),
        ("eval('(')", Some("SyntaxError"), "SyntaxError: unexpected end of input: `(` at 1:1 is not closed"),
        ("var e = new RangeError('r'); e.name = 'Other'; throw e", Some("RangeError"), "Other: r"),
        ("function My(m) { this.message = m; } throw new My('gone')", Some("My"), "My { message: 'gone' }"),
        ("function My() {} throw new My", Some("My"), "My {}"),
        ("throw { message: 1 }", Some("Object"), "{ message: 1 }"),
        ("throw Object.create(null)", None, "[Object: null prototype] {}"),
        ("throw 'text'", None, "'text'"),
        (
            "throw { get message() { for (;;); }, get constructor() { for (;;); } }",
            Some("Object"),
            "{ message: [Getter], constructor: [Getter] }",
        ),
    ] {
        assert_eq!(thrown(text), (ErrorKind::Exception, name.map(str::to_owned), message.to_owned()), "{text}");
    }
}

#[test]
fn early_errors_and_limits_are_no_exceptions() {
    let (kind, name, _) = thrown("throw 1; var 2;");
    assert_eq!((kind, name.as_deref()), (ErrorKind::Syntax, Some("SyntaxError")));
    let (kind, name, _) = thrown("for (;;);");
    assert!(matches!(kind, ErrorKind::Termination(_)) && name.is_none());
}

#[test]
fn declarations_that_fail_are_at_the_beginning_of_their_code() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let error = engine.run("t.js", "{ eval(' var b = f'); function b() {} }").expect_err("an error");
        let places: Vec<_> = error.stack().iter().map(|entry| (entry.source.as_str(), entry.column)).collect();
        assert_eq!(places, [("<eval>", 1), ("t.js", 3)], "{backend:?}");
    }
}

#[test]
fn the_global_object_is_a_value() {
    let mut engine = Engine::builder().build().expect("an engine");
    let global = engine.global();
    assert_eq!(engine.run("t.js", "this"), Ok(Value::from(global.clone())));
    global.set(&mut engine, "answer", 42.0).expect("a property");
    assert_eq!(engine.run("t.js", "answer"), Ok(Value::Number(42.0)));
}

#[test]
fn functions_of_the_embedder_can_collect_garbage() {
    let mut engine = Engine::builder().build().expect("an engine");
    engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a function");
    let text = "var kept = [1, 2, 3].map(function (n) { var o = { n: n, s: 'x' + n }; gc(); return o; }); \
                gc(); kept[0].s + kept[1].s + kept[2].s";
    assert_eq!(engine.run("t.js", text), Ok(Value::from("x1x2x3")));
    assert!(engine.stats().collections >= 4);
}

#[test]
fn collections_that_a_script_has_the_embedder_do_are_its_work() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).fuel(1_000_000).build().expect("an engine");
        engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a function");
        let error = engine.run("t.js", "for (;;) gc()").expect_err("out of fuel");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
        assert!(engine.stats().collections < 200, "{} for a million", engine.stats().collections);
    }
}

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Creates an engine with `again(f)`, which calls `f` and returns its result.
fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).memory_limit(256 << 20).build().expect("an engine");
    engine.define("again", again).expect("a global");
    engine
}

#[test]
fn errors_can_go_to_other_threads() {
    fn goes<T: Send + Sync + Clone + PartialEq + std::error::Error + 'static>() {}
    goes::<Error>();
    let mut engine = engine(Backend::Register);
    let error = engine.run("t.js", "throw { big: new Array(100001).join('x') + Math.random() }").expect_err("thrown");
    let held = engine.stats().bytes;
    std::thread::spawn(move || drop(error)).join().expect("no panic");
    assert_eq!(engine.run("t.js", "0"), Ok(0.0.into()));
    engine.collect_garbage();
    assert!(engine.stats().bytes < held, "what the error held is given back");
}

#[test]
fn an_exception_passes_through_functions_of_the_embedder_unchanged() {
    for backend in BACKENDS {
        for thrown in ["new TypeError('t')", "{ a: 1 }", "'text'", "0 / 0", "undefined", "Object('boxed')", "[1]"] {
            let script = format!(
                "var thrown = [{thrown}][0], seen = 0;
                 function same(a) {{ return a === thrown || a !== a && thrown !== thrown }}
                 function deep(n) {{ if (n === 0) throw thrown; again(function () {{ [0].forEach(function () {{ deep(n - 1) }}) }}) }}
                 for (var i = 0; i < 5; i++) {{
                     try {{ deep(i) }} catch (e) {{ if (same(e)) seen++ }}
                     try {{ again(function () {{ try {{ deep(i) }} finally {{ again(String) }} }}) }} catch (e) {{ if (same(e)) seen++ }}
                 }} seen"
            );
            assert_eq!(engine(backend).run("t.js", &script), Ok(10.0.into()), "{thrown}");
        }
        let mut engine = engine(backend);
        engine
            .run("first.js", "function f() {\n  null.x\n}\nvar made = new RangeError('made', { cause: 'why' })")
            .expect("no error");
        let error = engine.run("second.js", "again(function () { again(f) })").expect_err("thrown");
        assert_eq!((error.kind(), error.name()), (ErrorKind::Exception, Some("TypeError")));
        let location = error.location().expect("a place");
        assert_eq!((location.source.as_str(), location.line, location.text.as_str()), ("first.js", 2, "  null.x"));
        let made = engine.run("t.js", "made");
        let error = engine.run("third.js", "again(function () { throw made })").expect_err("thrown");
        assert_eq!(error.thrown().cloned(), made.ok());
        assert_eq!(error.cause().map(Error::message), Some("'why'"));
    }
}

#[test]
fn what_is_passed_up_does_not_grow() {
    for backend in BACKENDS {
        for script in [
            "var o = { toString: function () { text(o) } }; text(o)",
            "var o = { toString: function () { try { text(o) } catch (e) { throw e } } }; text(o)",
            "var m = new Array(1000001).join('m'), o = { toString: function () { text(o) } };
             function d(n) { n ? again(function () { d(n - 1) }) : undefined[m] } d(20)",
        ] {
            let mut engine = engine(backend);
            engine.define("text", |text: Coerced<String>| text.0).expect("a global");
            let error = engine.run("t.js", script).expect_err(script);
            assert!(error.message().len() < 300, "{}", error.message());
            assert!(error.message().starts_with("RangeError: ") || error.message().starts_with("TypeError: "));
            assert!(engine.stats().peak_bytes < 32 << 20, "{} bytes", engine.stats().peak_bytes);
        }
    }
}

/// Returns the place of an error: source, line, column, and the excerpt's character at the column.
fn place(engine: &mut Engine, script: &str) -> (String, u32, u32, Option<char>) {
    let error = engine.run("t.js", script).expect_err(script);
    let location = error.location().unwrap_or_else(|| panic!("{script} has no place: {error}"));
    let shown = location.text.chars().nth((location.column - 1 - location.skipped) as usize);
    assert_eq!(error.stack().first().map(|entry| (entry.line, entry.column)), Some((location.line, location.column)));
    (location.source.clone(), location.line, location.column, shown)
}

#[test]
fn what_is_no_error_is_shown_where_it_was_thrown() {
    for backend in BACKENDS {
        for script in [
            "@throw 1",
            "var x = 1;\nfunction f() {\n  @throw 'text' }\nf()",
            "try { @throw 1 } finally { x = 2 }",
            "try { try { @throw 1 } finally { x = 2 } } finally { again(String) }",
            "try { throw 1 } catch (e) { @throw e }",
            "try { throw 1 } catch (e) { }\n @throw 1",
            "for (var i = 0; i < 3; i++) { try { throw 2 } catch (e) { } finally { if (i == 2) @throw 2 } }",
            "[1].forEach(function () { @throw 1 })",
            "again(function () { [1].forEach(function () { again(function () { @throw 1 }) }) })",
            "function My() { } My.prototype = new Error; again(function () { @throw new My })",
            "var o = { get x() { @throw null } }; try { again(function () { o.x }) } finally { try { throw 5 } catch (e) { } }",
            // The same value is thrown and caught meanwhile, deeper, and on exits without a value.
            "try { @throw 1 } finally { try { throw 1 } catch (e) { } }",
            "function f() { try { throw 1 } catch (e) { } }\ntry { @throw 1 } finally { f(); again(f); f() }",
            "try { @throw 1 } finally { try { try { throw 2 } finally { try { throw 3 } catch (e) { } } } catch (e) { } }",
            "try { @throw 1 } finally { a: try { throw 1 } finally { break a } }",
            "try { @throw 1 } finally { for (var i = 0; i < 2; i++) try { throw 1 } finally { continue } }",
            "try { @throw 1 } finally { (function () { try { throw 1 } finally { return } })() }",
            "try { try { @throw 1 } finally { try { throw 2 } catch (e) { } } } finally { try { throw 3 } catch (e) { } }",
            "try { try { throw 1 } finally { @throw 1 } } finally { try { throw 3 } catch (e) { } }",
            "try { throw 1 } catch (e) { try { @throw 1 } finally { try { throw 1 } catch (e) { } } }",
            "try { again(function () { @throw 1 }) } finally { again(function () { try { throw 1 } catch (e) { } }) }",
            "try { @throw 1 } finally { try { null.x } catch (e) { } try { null.x } catch (e) { } }",
            "try { null.x } catch (e) { try { @throw 4 } finally { eval('try { throw 4 } catch (e) { }') } }",
            "function f(n) { try { if (n) f(n - 1); else @throw 1 } finally { try { throw n } catch (e) { } } } f(50)",
            "function g(n) { try { throw 0 } finally { if (n) g(n - 1); else return }; } \
             try { @throw 0 } finally { try { g(9) } catch (e) { } }",
        ] {
            let (before, after) = script.split_once('@').expect("a mark");
            let (line, column) =
                (before.matches('\n').count() + 1, before.chars().rev().take_while(|&c| c != '\n').count() + 1);
            let found = place(&mut engine(backend), &format!("{before}{after}"));
            let expected = ("t.js".to_owned(), line as u32, column as u32, Some('t'));
            assert_eq!(found, expected, "{backend:?} {script}");
        }
        let mut engine = engine(backend);
        engine.define("fails", || Err::<(), _>(Error::new("of the host"))).expect("a global");
        assert_eq!(place(&mut engine, "1;\n fails()"), ("t.js".to_owned(), 2, 2, Some('f')));
    }
}

/// In functions with more registers than instructions can name, exceptions wait where no other instruction finds them.
#[test]
fn places_wait_in_high_registers_as_well() {
    let names: Vec<String> = (0..400).map(|n| format!("v{n}")).collect();
    let uses: String = names.iter().map(|name| format!("{name} = 1;")).collect();
    for backend in BACKENDS {
        let nested = "try { throw 1 } finally { a: try { throw 1 } finally { break a } }";
        let script = format!("function f() {{\nvar {};{uses}\n{nested} }} f()", names.join(","));
        assert_eq!(place(&mut engine(backend), &script), ("t.js".to_owned(), 3, 7, Some('t')), "{backend:?}");
        let deep = "try { ".repeat(20) + "\nthrow 1;" + &"} finally { try { throw 1 } catch (e) { } }".repeat(20);
        let script = format!("function f() {{var {};{uses} {deep} }} f()", names.join(","));
        assert_eq!(place(&mut engine(backend), &script), ("t.js".to_owned(), 2, 1, Some('t')), "{backend:?}");
    }
}

/// A value that a host function throws again has that place, although a script has caught the same value meanwhile.
#[test]
fn an_equal_value_that_was_caught_lends_nobody_its_place() {
    for backend in BACKENDS {
        let kept = engine(backend).run("kept.js", "throw 1").expect_err("thrown");
        let mut engine = engine(backend);
        engine.define("fails", move || Err::<(), _>(kept.clone())).expect("a global");
        let script = "try { throw 1 } catch (e) { }\n fails()";
        assert_eq!(place(&mut engine, script), ("t.js".to_owned(), 2, 2, Some('f')), "{backend:?}");
    }
}

#[test]
fn errors_of_texts_made_at_run_time_point_into_those_texts() {
    for backend in BACKENDS {
        for (script, source, line, column, shown) in [
            ("eval('1 +\\n  }')", "<eval>", 2, 3, '}'),
            ("(0, eval)('1;\\n  null.x')", "<eval>", 2, 8, 'x'),
            ("eval('eval(\"1;\\\\n\\\\n  *\")')", "<eval>", 3, 3, '*'),
            ("again(function () { eval('\\n  throw 1') })", "<eval>", 2, 3, 't'),
            ("Function('a', '\\n  null.x')()", "<function>", 4, 8, 'x'),
            ("new Function('a', 'b', '  ]')", "<function>", 3, 3, ']'),
            ("new Function('a b', '')", "<function>", 1, 22, 'b'),
            ("eval('new Function(\"return null.x\")()')", "<function>", 3, 13, 'x'),
            ("eval('é = \"\\ud800\"; undeclared')", "<eval>", 1, 10, 'u'),
        ] {
            let found = place(&mut engine(backend), script);
            assert_eq!(found, (source.to_owned(), line, column, Some(shown)), "{backend:?} {script}");
        }
        let mut engine = engine(backend);
        let script = "try { eval('1 +\\n }') } catch (e) { e.stack }";
        let stack = engine.run("t.js", script);
        let expected = "SyntaxError: unexpected `}`\n    at <eval>:2:2\n    at t.js:1:7";
        assert_eq!(stack, Ok(Value::from(expected)), "{backend:?}");
    }
}

#[test]
fn excerpts_come_from_the_text_that_the_code_was_made_of() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        engine.run("same.js", "function f() { null.first }").expect("a function");
        let error = engine.run("same.js", "/* another text, of the same name */ f()").expect_err("thrown");
        assert_eq!(error.location().map(|location| location.text.as_str()), Some("function f() { null.first }"));
        let long = format!("{}null.x;{}", "f;".repeat(200_000), "f;".repeat(200_000));
        let location = engine.run("long.js", &long).expect_err("thrown").location().cloned().expect("a place");
        assert_eq!((location.line, location.skipped, location.text.chars().count()), (1, 400_000 + 5 - 60, 120));
        assert!(location.is_cut);
        // Source texts of ended runs are not kept.
        engine.collect_garbage();
        let before = engine.stats().bytes;
        for _ in 0..4 {
            engine.run("other.js", long.replace("null.x", "12")).expect("no error");
            engine.collect_garbage();
        }
        assert!(engine.stats().bytes < before + (1 << 20), "{} more", engine.stats().bytes - before);
    }
}

#[test]
fn causes_are_a_short_chain_read_without_running_script() {
    for backend in BACKENDS {
        let causes = |script: &str| {
            let error = engine(backend).run("t.js", script).expect_err(script);
            let mut messages = vec![error.message().to_owned()];
            let mut source = std::error::Error::source(&error);
            while let Some(cause) = source {
                messages.push(cause.to_string());
                source = cause.source();
            }
            messages
        };
        assert_eq!(
            causes(
                "function f() { throw new TypeError('low') }\ntry { f() } catch (e) { throw Error('high', { cause: e }) }"
            ),
            ["Error: high", "t.js:1:22: TypeError: low"]
        );
        assert_eq!(causes("var e = Error('round'); e.cause = Error('two', { cause: e }); throw e").len(), 2);
        assert_eq!(causes("var e = Error('self'); e.cause = e; throw e").len(), 1);
        assert_eq!(causes("var e = 1; for (var i = 0; i < 1e4; i++) e = Error(i, { cause: e }); throw e").len(), 9);
        assert_eq!(
            causes("var e = Error(); Object.defineProperty(e, 'cause', { get: function () { for (;;); } }); throw e")
                .len(),
            1
        );
        assert_eq!(causes("throw Error('e', { cause: undefined })"), ["Error: e", "undefined"]);
        assert_eq!(causes("throw { cause: Error('why') }"), ["{ cause: [Error: why] }", "t.js:1:16: Error: why"]);
        assert_eq!(
            causes("throw { message: 'plain', cause: { cause: 1 } }"),
            ["{ message: 'plain', cause: { cause: 1 } }", "{ cause: 1 }", "1"]
        );
        assert_eq!(causes("throw { cause: undefined }").len(), 1);
        assert_eq!(causes("throw { get cause() { for (;;); } }").len(), 1);
        assert_eq!(causes("throw new Proxy({ cause: 1 }, { get() { for (;;); } })").len(), 1);
        assert_eq!(causes("var e = { cause: { } }; e.cause.cause = e; throw e").len(), 2);
        assert_eq!(causes("again(function () { throw Error('a', { cause: Error('b', { cause: 'c' }) }) })").len(), 3);
    }
}

#[test]
fn messages_and_stacks_show_the_beginning_of_long_texts() {
    // Flat strings, a rope to the left, one to the right, one of two bytes each, and one not worth its depth.
    let texts = [
        "var s = new Array(2e4).join('ab'); s.length; s.indexOf('q')",
        "var s = 'abcdefghijklmnopqrstuvwxyz'; for (var i = 0; i < 1e4; i++) s = s + 'x'",
        "var s = 'abcdefghijklmnopqrstuvwxyz'; for (var i = 0; i < 1e4; i++) s = 'x' + s",
        "var s = '\\u0416abcdefghijklmnopqrstuvwxyz'; for (var i = 0; i < 11; i++) s = s + s",
        "var s = 'abcdefghijklmnopqrstuvwxyz'; for (var i = 0; i < 1e5; i++) s = s + 'x'",
    ];
    let uses = [
        "null[s]",
        "undefined[s] = 1",
        "delete null[s]",
        "({})[s]()",
        "s()",
        "new s",
        "1 in s",
        "s instanceof s",
        "throw s",
        "throw Error(s)",
        "throw TypeError(s)",
        "throw { message: s }",
        "var e = Error(); e.name = s; throw e",
        "function F() { } Object.defineProperty(F, 'name', { value: s }); throw new F",
        "function F() { } Object.defineProperty(F, 'name', { value: s }); new (F.bind())(1)()",
        "'use strict'; Object.defineProperty(Object.freeze({}), s, { value: 1 })",
        "(function () { 'use strict'; Object.freeze({})[s] = 1 })()",
        "(function () { 'use strict'; 'x'[s] = 1 })()",
        "(function () { 'use strict'; delete Object.freeze(Object.defineProperty({}, s, { value: 1 }))[s] })()",
        "Object.create(s)",
        "Object.defineProperty({}, 'a', s)",
        "[].reduce(s)",
        "[1].sort(s)",
        "RegExp('(' + s)",
        "RegExp('a', s)",
        "eval(s + '#')",
        "eval('var v; v.' + s + '.x')",
        "eval('(function () { \"use strict\"; ' + s + ' = 1 })()')",
        "eval('(function () { \"use strict\"; return function ' + s + '() { ' + s + ' = 1 } })()()')",
        "eval('break ' + s)",
        "eval(s + ': ' + s + ': 1')",
        "eval('a ' + s)",
        "eval('/a/' + s)",
        "eval('/(' + s + '/')",
        "Function('\"use strict\"; var ' + s + '; delete ' + s)",
        "eval('function ' + s + '() { null.x } ' + s + '()')",
        "again(function () { null[s] })",
        "throw Error('e', { cause: Error(s) })",
    ];
    for backend in BACKENDS {
        for text in texts {
            for used in uses {
                let mut engine = engine(backend);
                let Err(error) = engine.run("t.js", format!("{text}; 0;\n{used}")) else { continue };
                assert!(!error.is_termination(), "{used}: {error}");
                let mut error = Some(&error);
                while let Some(shown) = error {
                    let lengths = [shown.message().len(), shown.name().map_or(0, str::len)];
                    assert!(lengths[0] < 9000 && lengths[1] < 400, "{used} of {text}: {lengths:?}");
                    let excerpt = shown.location().map_or(0, |location| location.text.len());
                    assert!(excerpt < 400, "{used} of {text}: {excerpt}");
                    assert!(shown.stack().iter().all(|entry| entry.function.len() < 400), "{used} of {text}");
                    error = shown.cause();
                }
                let script = format!("try {{ eval({used:?}); '' }} catch (e) {{ String(e && e.stack).length }}");
                let length = engine.run("u.js", &script).expect("no error");
                assert!(
                    matches!(length, Value::Number(length) if length < 20_000.0) || used.contains("throw s"),
                    "{used}: {length:?}"
                );
            }
        }
    }
}

#[test]
fn keys_in_messages_take_no_memory() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let script = "var s = '\\u0416'; for (var i = 0; i < 24; i++) s += s;
            for (var i = 0; i < 5000; i++) { try { null[s] } catch (e) { if (e.message.length > 300) throw 1 } }";
        engine.run("t.js", script).expect("no error");
        assert!(engine.stats().peak_bytes < 16 << 20, "{}", engine.stats().peak_bytes);
    }
}

#[test]
fn texts_that_go_to_the_embedder_are_charged() {
    for backend in BACKENDS {
        let limited = || {
            let mut engine = Engine::builder().backend(backend).memory_limit(20 << 20).build().expect("an engine");
            engine.define("all", |all: Rest<Value>| all.0.len()).expect("a global");
            engine.define("one", |value: Value| value == Value::Undefined).expect("a global");
            let pieces = |cx: &mut Context<'_>, texts: Rest<Coerced<JsString>>| {
                let (mut length, mut longest) = (0, 0);
                for text in texts.0 {
                    text.0.write_to(cx, |piece| {
                        (length, longest) = (length + piece.len(), longest.max(piece.len()));
                        Ok(())
                    })?;
                }
                assert!(longest < 1 << 17, "{longest}");
                Ok::<_, Error>(length)
            };
            engine.define("pieces", pieces).expect("a global");
            engine
        };
        let long = "var s = '0123456789abcdef'; for (var i = 0; i < 20; i++) s += s; s.charCodeAt(0);";
        for end in ["s", "all(s, s)", "one(s); reached = true", "try { one(s) } catch (e) { reached = true }"] {
            let mut engine = limited();
            let error = engine.run("t.js", format!("var reached = false; {long} {end}")).map(drop).expect_err(end);
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory), "{end}");
            assert_eq!(engine.run("t.js", "s = null; reached"), Ok(false.into()), "{end}");
        }
        assert_eq!(limited().run("t.js", format!("{long} pieces(s, 1, s)")), Ok(f64::from((1 << 25) + 1).into()));
        assert_eq!(limited().run("t.js", "all(1, 'a', {}, 'b')"), Ok(4.0.into()));
        // Many messages just below the limit are copied at once, and freed only then.
        let some = "var s = '0123456789abcdef'; for (var i = 0; i < 16; i++) s += s; s.charCodeAt(0);";
        let many = format!("{some} var many = Array(40).fill(s); for (var i = 0; i < 40; i++) all(s, s); all(...many)");
        let error = limited().run("t.js", many).expect_err("too many");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
        let list = format!("{some} list(Array(40).fill(s))");
        let mut engine = limited();
        engine.define("list", |list: Vec<String>| list.len()).expect("a global");
        let error = engine.run("t.js", list).expect_err("too many");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
        // A surrogate pair is not split, wherever it stands.
        let pairs = "var s = 'x'; for (var i = 0; i < 16; i++) s += s; pieces(s.replace(/x/g, '\\ud835\\udcb3'), 'a' + s.replace(/x/g, '\\ud835\\udcb3'))";
        assert_eq!(limited().run("t.js", pairs), Ok(f64::from(8 * 65536 + 1).into()));
    }
}

#[test]
fn reports_control_no_terminal() {
    let text = "function f\u{202E}() {}";
    let report = Engine::new().run("a\u{1b}[2J\nb.js", text).expect_err("no name").report();
    assert!(
        report.contains(r"--> a\u{1b}[2J\u{a}b.js:1:11") && report.contains(r"1 | function f\u{202e}() {}"),
        "{report}"
    );
    let text = "const o = { '\\x1b[31m\\n    at forged (b.js:1:1)'() { throw new Error('\\x1b]0;title\\x07 \\u202E\\r\\ttwo\\nlines') } };
        o[Object.keys(o)[0]]()";
    let error = Engine::new().run("a.js", text).expect_err("an error");
    let report = error.report();
    assert!(report.starts_with("Error: \\u{1b}]0;title\\u{7} \\u{202e}\\u{d} two\nlines\n"), "{report}");
    assert!(report.contains("at \\u{1b}[31m\\u{a}    at forged (b.js:1:1) (a.js:1:"), "{report}");
    assert!(report.chars().all(|character| character == '\n' || !character.is_control()), "{report}");
    // The script's text is there unchanged.
    assert!(error.message().contains('\u{1b}'));
}

#[test]
fn marks_stand_below_what_they_are_about() {
    for (text, columns) in
        [("'äö'; null.x", 11), ("'世界'; null.x", 13), ("'e\u{301}'; null.x", 10), ("\t'\u{7}'; null.x", 15)]
    {
        let report = Engine::new().run("a.js", text).expect_err("an error").report();
        let mark = report.lines().find(|line| line.contains('^')).expect("a mark");
        assert_eq!(mark.find('^'), Some("  | ".len() + columns), "{report}");
    }
}

/// The errors of an AggregateError are read like causes: without running script, and within bounds.
#[test]
fn errors_of_an_aggregate_are_told() {
    fn names(error: &Error) -> Vec<String> {
        error.errors().iter().map(|error| error.message().to_owned()).collect()
    }
    fn count(error: &Error) -> usize {
        1 + error.errors().iter().chain(error.cause()).map(count).sum::<usize>()
    }
    let thrown = |text: &str| {
        let mut engine = Engine::builder().fuel(5_000_000).build().expect("an engine");
        engine.run_with_jobs("a.js", format!("var E = AggregateError;\n{text}")).expect_err(text)
    };
    let error = thrown(
        "throw new E([new TypeError('one', { cause: 'why' }), 'two', new E([Error('three')], 'inner')], 'outer')",
    );
    assert_eq!(names(&error), ["TypeError: one", "'two'", "AggregateError: inner"]);
    assert_eq!(names(&error.errors()[2]), ["Error: three"]);
    let report = error.report();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "AggregateError: outer");
    for line in [
        "  error 1: TypeError: one",
        "  caused by 'why'",
        "  error 2: 'two'",
        "    error 1: Error: three",
        "    --> a.js:2:",
    ] {
        assert!(lines.iter().any(|found| found.starts_with(line)), "{line}\n{report}");
    }
    // A SuppressedError has two.
    let dispose = "const d = n => ({ [Symbol.dispose]() { throw n } }); { using a = d('first'), b = d(Error('second')); throw 'body' }";
    let error = thrown(dispose);
    assert_eq!(names(&error), ["'first'", "SuppressedError"]);
    assert_eq!(names(&error.errors()[1]), ["Error: second", "'body'"]);
    assert_eq!(names(&thrown("throw Object.assign(Error(), { error: 1 })")), Vec::<String>::new());
    // From promises as from scripts.
    assert_eq!(names(&thrown("throw new E([], 'none')")), Vec::<String>::new());
    let text = "let e; Promise.any([Promise.reject(1), Promise.reject(2)]).catch(error => e = error)";
    let mut engine = Engine::new();
    engine.run_with_jobs("a.js", text).expect("a promise");
    assert_eq!(names(&engine.run("b.js", "throw e").unwrap_err()), ["1", "2"]);

    // Number and depth are bounded, circles end, and nothing runs.
    assert_eq!(thrown("throw new E(Array.from({ length: 1e4 }, Error))").errors().len(), 8);
    let wide =
        "let all = [1]; for (let i = 0; i < 50; i++) all = Array.from({ length: 8 }, () => new E(all)); throw all[0]";
    let error = thrown(wide);
    assert!(count(&error) < 40 && error.report().lines().count() < 400, "{}", count(&error));
    assert_eq!(count(&thrown("let e = new E([]); e.errors.push(e, e, 1); throw e")), 2);
    assert_eq!(count(&thrown("let e = new E([]); e.errors.push({ cause: e }); throw e")), 2);
    for text in [
        "let e = new E([1]); Object.defineProperty(e.errors, 0, { get() { for (;;); } }); throw e",
        "let e = new E([]); Object.defineProperty(e, 'errors', { get() { for (;;); } }); throw e",
        "let e = new E([]); e.errors = new Proxy([1], { get() { for (;;); } }); throw e",
        "let e = new E([]); e.errors = { length: 1, 0: 1 }; throw e",
        "throw { errors: [1] }",
    ] {
        assert_eq!(count(&thrown(text)), 1, "{text}");
    }
    assert_eq!(names(&thrown("let e = new E([]); e.errors = [, 2]; throw e")), ["2"]);
}

/// A report includes the sources of host errors.
#[test]
fn sources_of_errors_of_the_host_are_in_reports() {
    #[derive(Debug)]
    struct Failed(&'static str, Option<Box<dyn std::error::Error + Send + Sync>>);

    impl std::fmt::Display for Failed {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.0)
        }
    }

    impl std::error::Error for Failed {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            self.1.as_deref().map(|source| source as _)
        }
    }

    let mut engine = Engine::new();
    let load = || Err::<(), _>(Failed("no rules", Some(Failed("no\x1b[1m file", Some("no disk".into())).into())));
    engine.define("load", load).expect("a function");
    engine
        .define("wrap", |cx: &mut Context<'_>| cx.eval::<()>("inner()").map_err(|e| Failed("wrapped", Some(e.into()))))
        .expect("a function");
    let report = engine.run("a.js", "load()").unwrap_err().report();
    assert!(report.starts_with("Error: no rules\n"), "{report}");
    assert!(report.ends_with("caused by no\\u{1b}[1m file\ncaused by no disk\n"), "{report}");
    // A script's error within a host error has its place.
    let text = "function inner() { throw new RangeError('deep') }\nwrap()";
    let report = engine.run("a.js", text).unwrap_err().report();
    assert!(report.contains("caused by RangeError: deep\n") && report.contains("--> a.js:1:26"), "{report}");
    // An endless chain gives a bounded report.
    let text = "function inner() { if (n-- > 0) wrap(); else throw new Error('deepest') }\nlet n = 20; wrap()";
    let report = engine.run("b.js", text).unwrap_err().report();
    assert!(report.matches("caused by").count() <= 48, "{report}");
}
