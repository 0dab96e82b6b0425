//! Looking at stopped code, and acting there.

use ferrotape::debug::{Resume, ScopeKind, Stopped};

use super::{Notes, each};

/// The scopes of a frame but for the globals, each as its kind and its names with their values.
fn scopes(stopped: &mut Stopped<'_>, frame: usize) -> Vec<String> {
    let scopes = stopped.scopes(frame).into_iter().filter(|scope| scope.kind != ScopeKind::Global);
    let shown = scopes.map(|scope| {
        let names = scope.variables.iter().filter(|variable| variable.name != "this").map(|variable| {
            let value = variable.value.as_ref().map_or("-", |value| &value.text);
            format!(" {}={value}", variable.name)
        });
        format!("{:?}{}", scope.kind, names.collect::<String>())
    });
    shown.collect()
}

fn note_scopes(stopped: &mut Stopped<'_>, notes: &Notes) -> Resume {
    let shown = scopes(stopped, 0);
    notes.add(shown.join("; "));
    Resume::Run
}

fn expect(text: &str, wanted: &[&str]) {
    each(
        |engine, notes| {
            engine.run_with_jobs("a.js", text).unwrap();
            assert_eq!(notes.take(), wanted, "{:?}: {text}", engine.backend());
        },
        note_scopes,
    );
}

#[test]
fn the_value_behind_a_pattern_of_a_catch_has_no_name() {
    each(
        |engine, notes| {
            engine.run("a.js", "function f() { try { throw { m: 1 } } catch ({ m }) { debugger } } f()").unwrap();
            assert_eq!(notes.take(), ["m"]);
        },
        |stopped, notes| {
            let scopes = stopped.scopes(0).into_iter().filter(|scope| scope.kind != ScopeKind::Global);
            let names = scopes.flat_map(|scope| scope.variables).map(|variable| variable.name);
            names.filter(|name| name != "this").for_each(|name| notes.add(name));
            Resume::Run
        },
    );
}

#[test]
fn functions_without_a_name_are_told_from_code_outside() {
    each(
        |engine, notes| {
            engine
                .run("a.js", "[1].forEach(() => { debugger });\neval('debugger');\n(class { static { debugger } });")
                .unwrap();
            assert_eq!(notes.take(), ["true false", "false false", "true false"]);
        },
        |stopped, notes| {
            let frames: Vec<String> = stopped.frames().iter().map(|frame| frame.is_function.to_string()).collect();
            notes.add(frames.join(" "));
            Resume::Run
        },
    );
}

/// A name hides those around it before it has a value, too.
#[test]
fn names_without_a_value_are_not_those_around() {
    const TEXT: &str = "let x = 'outer', w = 'outer', c = 'outer';
        function f() { for (let i = 0; i < 2; i++) { debugger; let x = i; const w = () => i; class c {} x = w(c) } }
        f();";
    each(
        |engine, notes| {
            engine.run("a.js", TEXT).unwrap();
            let wanted = ["x", "w", "c", "w = 1"].map(|text| {
                let name = &text[..1];
                format!("{text}: ReferenceError: Cannot access '{name}' before initialization")
            });
            assert_eq!(notes.take(), [wanted.clone(), wanted].concat());
        },
        |stopped, notes| {
            for text in ["x", "w", "c", "w = 1"] {
                let message = stopped.evaluate(0, text).map_or_else(|message| message, |shown| shown.text);
                notes.add(format!("{text}: {message}"));
            }
            Resume::Run
        },
    );
}

#[test]
fn this_of_a_sloppy_function_is_an_object_whether_it_is_used_or_not() {
    const TEXT: &str = "function f() { debugger } f(); f.call(5); function g() { 'use strict'; debugger } g.call(5);
        const a = () => { debugger }; a()";
    each(
        |engine, notes| {
            engine.run("a.js", TEXT).unwrap();
            assert_eq!(notes.take(), ["f global", "f [Number: 5]", "g 5", "a global"]);
        },
        |stopped, notes| {
            let this = match stopped.evaluate(0, "this === globalThis").unwrap().text.as_str() {
                "true" => "global".to_owned(),
                _ => stopped.evaluate(0, "this").unwrap().text,
            };
            let shown = stopped.scopes(0).into_iter().flat_map(|scope| scope.variables).find(|it| it.name == "this");
            let shown = shown.and_then(|shown| shown.value).map(|value| value.text);
            assert!(this == "global" || shown == Some(this.clone()), "{this} {shown:?}");
            notes.add(format!("{} {this}", stopped.frames()[0].function));
            Resume::Run
        },
    );
}

#[test]
fn names_of_all_scopes_are_seen() {
    expect(
        "let top = 1; function f(a, b) { var c = 3; { let d = 4; const e = 5; { debugger } } } f('x', 2)",
        &["Block d=4 e=5; Local a='x' b=2 c=3; Script top=1"],
    );
    expect("try { throw 7 } catch (e) { debugger }", &["Catch e=7; Local"]);
    expect(
        "for (const x of [1, 2]) { let y = x * 2; debugger }",
        &["Block y=2; Block x=1; Local", "Block y=4; Block x=2; Local"],
    );
}

#[test]
fn names_have_no_value_before_their_declaration() {
    expect("function f() { debugger; let a = 1; debugger; return a } f()", &["Local a=-", "Local a=1"]);
    expect(
        "function f() { for (let i = 0; i < 2; i++) { debugger; let a = i; a } } f()",
        &["Block a=-; Block i=0; Local", "Block a=-; Block i=1; Local"],
    );
    expect("function f() { const g = () => a; debugger; let a = 1; return g } f()", &["Local g=[Function: g] a=-"]);
}

#[test]
fn names_of_functions_around_are_seen_where_they_are_used() {
    expect("function f(a) { let n = a; return () => { debugger; return n + a } } f(1)()", &["Closure a=1 n=1"]);
}

#[test]
fn generators_keep_their_names() {
    expect(
        "function* f(a) { let b = a + 1; const g = () => b; yield 1; debugger; b = 5; debugger } [...f(1)]",
        &["Local a=1 b=2 g=[Function: g]", "Local a=1 b=5 g=[Function: g]"],
    );
    expect("async function f(a) { let b = await a; debugger; return b } f(3)", &["Local a=3 b=3"]);
}

#[test]
fn texts_are_evaluated_as_evals_there() {
    each(
        |engine, notes| {
            engine
                .run(
                    "a.js",
                    "class C { #p = 7; m(a) { let b = 1; { const c = 2; debugger; } return [a, b, arguments.length] } }
                     function outer(x) { return new C().m(x) }
                     var result = outer(10).join()",
                )
                .unwrap();
            assert_eq!(notes.take(), ["13", "7", "'C'", "10", "1", "20", "true", "undefined", "2"]);
            assert_eq!(engine.eval::<String>("result + typeof made + add(1)").unwrap(), "20,5,1undefined21");
        },
        |stopped, notes| {
            let inner = ["a + b + c", "this.#p", "this.constructor.name"];
            let outer = ["x"];
            for (frame, texts) in [(0, &inner[..]), (1, &outer[..])] {
                for text in texts {
                    notes.add(stopped.evaluate(frame, text).unwrap_or_else(|error| panic!("{text}: {error}")).text);
                }
            }
            notes.add(stopped.evaluate(0, "arguments.length").map_or("1".to_owned(), |shown| shown.text));
            notes.add(stopped.evaluate(0, "a = 20").unwrap().text);
            notes.add(stopped.evaluate(0, "b = 5; var made = 1; globalThis.add = n => a + n; made == 1").unwrap().text);
            notes.add(stopped.evaluate(0, "typeof made").unwrap().text.trim_matches('\'').to_owned());
            // A constant, and what is no program.
            assert!(stopped.evaluate(0, "c = 3").unwrap_err().starts_with("TypeError"));
            assert!(stopped.evaluate(0, "1 +").unwrap_err().starts_with("SyntaxError"));
            assert_eq!(stopped.evaluate(0, "throw new Error('x')").unwrap_err(), "Error: x");
            notes.add(stopped.evaluate(0, "c").unwrap().text);
            Resume::Run
        },
    );
}

#[test]
fn variables_are_set_wherever_they_are() {
    each(
        |engine, _| {
            let text = "let top = 1; var whole = 1;
                function f(a) { let b = 1; const c = 1; const g = () => b; { debugger; } return [a, b, c, g(), top, whole].join() }
                var result = f(1)";
            engine.run("a.js", text).unwrap();
            assert_eq!(engine.eval::<String>("result").unwrap(), "2,3,1,3,4,5");
        },
        |stopped, _| {
            let all = stopped.scopes(0);
            let place = |name: &str| {
                let has = |scope: &ferrotape::debug::Scope| scope.variables.iter().any(|each| each.name == name);
                all.iter().position(has).unwrap_or(all.len() - 1)
            };
            for (name, text) in [("a", "2"), ("b", "a + 1"), ("top", "4"), ("whole", "5")] {
                stopped.set_variable(0, place(name), name, text).unwrap();
            }
            assert!(stopped.set_variable(0, place("c"), "c", "2").is_err());
            assert!(stopped.set_variable(0, 99, "c", "2").is_err());
            Resume::Run
        },
    );
}

#[test]
fn evals_and_with_have_names_too() {
    each(
        |engine, notes| {
            engine
                .run(
                    "a.js",
                    "function f(o) { eval('var added = 1'); with (o) { debugger } return added } var r = f({ p: 2 })",
                )
                .unwrap();
            assert_eq!(notes.take(), ["3", "8"]);
            assert_eq!(engine.eval::<u8>("r").unwrap(), 8);
        },
        |stopped, notes| {
            notes.add(stopped.evaluate(0, "added + p").unwrap_or_else(|error| panic!("{error}")).text);
            notes.add(stopped.evaluate(0, "added = 8").unwrap().text);
            Resume::Run
        },
    );
}

#[test]
fn functions_that_wait_are_behind_those_that_run() {
    each(
        |engine, notes| {
            let text =
                "async function inner() { await 0; debugger }\nasync function outer() {\n await inner()\n}\nouter()";
            engine.run_with_jobs("a.js", text).unwrap();
            assert_eq!(notes.take(), ["inner:1 false, outer:3 true"]);
        },
        |stopped, notes| {
            let frames = stopped.frames();
            let shown: Vec<_> =
                frames.iter().map(|frame| format!("{}:{} {}", frame.function, frame.line, frame.is_async)).collect();
            notes.add(shown.join(", "));
            assert!(stopped.evaluate(1, "1").is_err() && stopped.scopes(1).is_empty());
            Resume::Run
        },
    );
}

#[test]
fn no_more_frames_are_shown_than_are_asked_for() {
    each(
        |engine, notes| {
            let text = "async function f(n) { if (n) return await f(n - 1); await 0; debugger }\nf(3)";
            engine.run_with_jobs("a.js", text).unwrap();
            assert_eq!(notes.take(), ["1, 2, 3, 4, 4"]);
        },
        |stopped, notes| {
            let counts = (1..=5).map(|most| stopped.innermost_frames(most).len().to_string());
            notes.add(counts.collect::<Vec<_>>().join(", "));
            Resume::Run
        },
    );
}

#[test]
fn properties_are_paged_and_set() {
    each(
        |engine, notes| {
            engine
                .run("a.js", "const o = { a: [1, 2, 3], get g() { throw 1 }, b: { c: 1 } }; debugger; var r = o.b.c")
                .unwrap();
            assert_eq!(notes.take(), ["a=[ 1, 2, 3 ] g=[Getter] b={ c: 1 }", "1=2 2=3"]);
            assert_eq!(engine.eval::<u8>("r").unwrap(), 9);
        },
        |stopped, notes| {
            let show = |variables: Vec<ferrotape::debug::Variable>| {
                let shown = variables.iter().map(|each| format!("{}={}", each.name, each.value.as_ref().unwrap().text));
                shown.collect::<Vec<_>>().join(" ")
            };
            let object = stopped.evaluate(0, "o").unwrap().id.unwrap();
            let all = stopped.properties(object, 0..10).unwrap();
            let (list, inner) =
                (all[0].value.as_ref().unwrap().id.unwrap(), all[2].value.as_ref().unwrap().id.unwrap());
            notes.add(show(all));
            notes.add(show(stopped.properties(list, 1..3).unwrap()));
            stopped.set_property(0, inner, "c", "4 + 5").unwrap();
            Resume::Run
        },
    );
}
