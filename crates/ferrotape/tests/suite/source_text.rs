//! Source texts that are no programs, or programs of absurd form.

use std::time::Duration;

use ferrotape::{Backend, Engine, ErrorKind, Termination};

use crate::support::{Clock, Outcome, Random, assert_answers, on_small_stack, run, run_small};

/// A bit of everything in the grammar. It runs to its end.
const SAMPLE: &str = r#"#!hashbang
"use notail"; var a = 1, b = 'é\u{1D4B3}\x41\0\u0041\
c', \u0063 = .5e+3 + 0x1f - 010 <!-- x
function f(x, y) { "use strict"; return arguments[0] / x /* 1
*/ >>> y-- }
label: for (var i in { get a() { return this }, set a(v) {}, 'b': [1,,2], 3: 4 }) { continue label }
if (a) function g() {} else if (b) { { function g() {} } } else do ; while (a); switch (a) { case 1: default: break }
try { throw new (new Function("a", "return Error"))(b)() } catch (e) { with (e) eval("x = f(1, 2)") } finally { void typeof delete a.b }
a = b ? c : (d, e) || !f && ~g | h ^ i & j == k !== l <= m << n * o % -p;
for (var n = 0; n < 3; n++) { (function () { return n })(); while (false) break label2; label2: { break label2 } }
"#;

const TOKENS: &[&str] = &[
    "var",
    "function",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ".",
    ":",
    "?",
    "=",
    "+=",
    "++",
    "--",
    "+",
    "-",
    "/",
    "*",
    "!",
    "~",
    "<",
    ">",
    "in",
    "instanceof",
    "new",
    "delete",
    "typeof",
    "void",
    "this",
    "null",
    "a",
    "b",
    "f",
    "eval",
    "arguments",
    "let",
    "get",
    "set",
    "1",
    "010",
    "'use strict'",
    "'s'",
    "/x/g",
    "if",
    "else",
    "for",
    "while",
    "do",
    "break",
    "continue",
    "return",
    "switch",
    "case",
    "default",
    "try",
    "catch",
    "finally",
    "throw",
    "with",
    "a:",
    "é",
    "\u{2028}",
    "<!--",
    "-->",
    "=>",
    "...",
    "`",
    "f()",
    "a.b",
    "(a)",
    "{}",
    "[]",
    "a=",
    "function f(a){",
    "eval('a')",
    "for(;;){",
    "try{",
    "}catch(e){",
    "}finally{",
    "with(a){",
    "\n",
];

/// Compiles the text; if it compiles, runs it for a while.
fn feed(engine: &mut Engine, text: &str) {
    engine.set_fuel(20_000);
    let clock = Clock::start();
    let _ = engine.run("soup.js", text);
    assert!(clock.elapsed() < Duration::from_secs(2), "{text}");
}

/// Feeds engines with few limits but depth, renewed at times so that damage by one text cannot hide that of the next.
fn feed_all(texts: impl Iterator<Item = String> + Send) {
    on_small_stack(|| {
        let new_engine = || Engine::builder().memory_limit(64 << 20).build().expect("an engine");
        let mut engine = new_engine();
        for (index, text) in texts.enumerate() {
            feed(&mut engine, &text);
            if index % 100 == 99 {
                engine.set_fuel(None);
                assert_answers(&mut engine);
                engine = new_engine();
            }
        }
    });
}

#[test]
fn the_sample_cut_at_any_byte() {
    let bytes = SAMPLE.as_bytes();
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    feed_all((0..=bytes.len()).flat_map(|index| [lossy(&bytes[..index]), lossy(&bytes[index..])]));
}

#[test]
fn the_sample_with_a_piece_missing_or_twice() {
    let mut random = Random(11);
    let bytes = SAMPLE.as_bytes();
    feed_all((0..1500).map(move |_| {
        let (from, to) = (random.below(bytes.len()), random.below(bytes.len()));
        String::from_utf8_lossy(&[&bytes[..from], &bytes[to..]].concat()).into_owned()
    }));
}

#[test]
fn random_bytes() {
    let mut random = Random(3);
    feed_all((0..2000).map(move |_| {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }));
}

#[test]
fn random_characters() {
    let characters: Vec<char> =
        "(){}[];,.:?=+-*/<>!&|^%~'\"\\\n\r\t 0189xeEuabfn$_@#`\0é€𝒳\u{2028}\u{FEFF}".chars().collect();
    let mut random = Random(5);
    feed_all((0..2000).map(move |_| (0..random.below(40)).map(|_| random.pick(&characters)).collect()));
}

#[test]
fn random_tokens() {
    let mut random = Random(7);
    feed_all((0..6000).map(move |_| {
        let tokens: Vec<&str> = (0..random.below(30)).map(|_| random.pick(TOKENS)).collect();
        tokens.join(random.pick(&["", " ", "\n"]))
    }));
}

/// Sentences of a small grammar: most of them compile, and use each other's variables.
#[test]
fn random_programs() {
    let mut random = Random(13);
    feed_all((0..4000).map(move |_| {
        let mut text = String::new();
        for _ in 0..=random.below(6) {
            statement(&mut random, &mut text, 4);
        }
        text
    }));
}

fn statement(random: &mut Random, text: &mut String, depth: usize) {
    if depth == 0 {
        return text.push_str(random.pick(&["a;", "a = b;", "f(a);", ";", "delete a;", "throw a;", "a++;"]));
    }
    let template = random.pick(&[
        "var a = E;",
        "E;",
        "E;",
        "if (E) S else S",
        "for (var i = 0; i < 5; i++) S",
        "for (a in E) S",
        "{ S S }",
        "try { S } catch (a) { S } finally { S }",
        "try { S } finally { S }",
        "function f(a, b) { S return E; }",
        "function f() { 'use strict'; S S }",
        "switch (E) { case E: S case 1: S default: S break; }",
        "with (E) S",
        "l: for (;;) { S break l; }",
        "do S while (E);",
        "var o = { get a() { S return E; }, set a(b) { S } };",
        "var a = function () { S return E; };",
        "eval(\"S\");",
        "a = new Function(\"a\", \"S\");",
    ]);
    expand(random, text, template, depth - 1);
}

fn expression(random: &mut Random, text: &mut String, depth: usize) {
    if depth == 0 {
        let simple =
            ["a", "b", "f", "1", "-0", "'s'", "null", "this", "[]", "{}", "undefined", "a.b", "arguments", "i"];
        return text.push_str(random.pick(&simple));
    }
    let template = random.pick(&[
        "(E + E)",
        "(E, E)",
        "(a = E)",
        "(a += E)",
        "E.b",
        "E[E]",
        "f(E, E)",
        "new f(E)",
        "E.b(E)",
        "[E, , E]",
        "{b: E}",
        "(E ? E : E)",
        "(E && E)",
        "(E || E)",
        "!E",
        "-E",
        "typeof E",
        "delete E.b",
        "(E in E)",
        "(E instanceof f)",
        "(E == E)",
        "(E < E)",
        "(E >>> E)",
        "(function () { S return E; })(E)",
        "a++",
        "E.b--",
        "eval('E')",
        "E.call(E)",
        "(E.a = E)",
        "(E[E] = E)",
        "function () { return E; }",
        "Object(E)",
        "String(E)",
        "[E].map(f)",
        "f.apply(E, E)",
        "Object.defineProperty(E, 'b', { get: f })",
        "JSON.stringify(E)",
        "Object.keys(E)",
        "f.bind(E)",
        "[E, E].sort(f)",
    ]);
    expand(random, text, template, depth - 1);
}

fn expand(random: &mut Random, text: &mut String, template: &str, depth: usize) {
    for letter in template.chars() {
        match letter {
            'S' => statement(random, text, depth),
            'E' => expression(random, text, depth),
            other => text.push(other),
        }
    }
}

/// Every bracket and every construct that nests, without its end and with it.
#[test]
fn nesting_of_any_depth_is_answered() {
    const DEPTH: usize = 200_000;
    let constructs = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "1", "}"),
        ("({a:", "1", "})"),
        ("({get a(){", "1", "}})"),
        ("function f(){", "1", "}"),
        ("(function(){", "1", "})"),
        ("(function(){", "1", "})()"),
        ("f(", "1", ")"),
        ("a[", "1", "]"),
        ("new ", "f", ""),
        ("new f(", "1", ")"),
        ("-", "1", ""),
        ("- ", "1", ""),
        ("!", "1", ""),
        ("~", "1", ""),
        ("+ ", "1", ""),
        ("typeof ", "1", ""),
        ("void ", "1", ""),
        ("delete ", "a", ""),
        ("++", "a", ""),
        ("a?", "1", ":1"),
        ("a?b:", "1", ""),
        ("a=", "1", ""),
        ("a+=", "1", ""),
        ("1+(", "1", ")"),
        ("a||(", "1", ")"),
        ("a&&", "1", ""),
        ("a||", "1", ""),
        ("a,", "1", ""),
        ("1==", "1", ""),
        ("1<", "1", ""),
        ("a in ", "a", ""),
        ("a instanceof ", "f", ""),
        ("if(1)", ";", ""),
        ("if(1);else ", ";", ""),
        ("if(1){", ";", "}"),
        ("for(;0;)", ";", ""),
        ("for(a in b)", ";", ""),
        ("while(0)", ";", ""),
        ("do ", ";", " while(0)"),
        ("with(a)", ";", ""),
        ("try{", ";", "}catch(e){}"),
        ("try{}catch(e){", ";", "}"),
        ("try{", ";", "}finally{}"),
        ("try{}finally{", ";", "}"),
        ("switch(1){case 1:", ";", "}"),
        ("switch(", "1", "){}"),
        ("var a=(", "1", ")"),
        ("return ", "1", ""),
        ("throw ", "1", ""),
    ];
    for (open, middle, close) in constructs {
        for text in [open.repeat(DEPTH), open.repeat(DEPTH) + middle + &close.repeat(DEPTH)] {
            // A value is as good an answer as an error, if one is possible.
            let (outcome, took) = run_limited_time(&text);
            assert!(took < Duration::from_secs(4), "{open}: {took:?}, {outcome:?}");
        }
    }
}

/// Runs a text, and measures its processor time.
fn run_limited_time(text: &str) -> (Outcome, Duration) {
    on_small_stack(|| {
        let builder = Engine::builder().timeout(Duration::from_secs(1)).memory_limit(512 << 20);
        let clock = Clock::start();
        (run(&mut builder.build().expect("an engine"), text), clock.elapsed())
    })
}

/// Nesting inside source text that is compiled while a script runs.
#[test]
fn nesting_in_eval_and_in_functions_of_text() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("(function(){", "})"), ("-", "1"), ("a?b:", "1")] {
        for text in [open.repeat(100_000), open.repeat(100_000) + &close.repeat(100_000)] {
            for way in ["eval(s)", "(0, eval)(s)", "new Function(s)", "new Function('a', s)", "Function(s, '')"] {
                let script = format!("var s = '{text}'; try {{ {way}; 'fine' }} catch (e) {{ e.name }}");
                let outcome = run_small(&script);
                assert!(matches!(outcome.text(), Some("RangeError" | "SyntaxError" | "fine")), "{way}: {outcome:?}");
            }
        }
    }
}

#[test]
fn chains_that_need_no_depth_have_their_value() {
    let ones = "1+".repeat(500_000) + "1";
    assert_eq!(run_small(&ones), Outcome::Number(500_001.0));
    let variables = format!("var a = 1; {}a", "a+".repeat(500_000));
    assert_eq!(run_small(&variables), Outcome::Number(500_001.0));
    let strings = format!("var a = 'x'; ({}a).length", "a+".repeat(500_000));
    assert_eq!(run_small(&strings), Outcome::Number(500_001.0));
    let minus = format!("var a = 1; {}a", "a-".repeat(500_000));
    assert_eq!(run_small(&minus), Outcome::Number(-499_999.0));
    let commas = format!("var a = 0; {}a", "a++,".repeat(300_000));
    assert_eq!(run_small(&commas), Outcome::Number(300_000.0));
    let and = format!("var a = 1; {}a", "a&&".repeat(300_000));
    assert_eq!(run_small(&and), Outcome::Number(1.0));
    let or = format!("var a = 0; {}7", "a||".repeat(300_000));
    assert_eq!(run_small(&or), Outcome::Number(7.0));
    let members = format!("var a = {{}}; a.a = a; a{} === a", ".a".repeat(300_000));
    assert_eq!(run_small(&members), Outcome::Boolean(true));
    let calls = format!("function f() {{ return f; }} f{} === f", "()".repeat(300_000));
    assert_eq!(run_small(&calls), Outcome::Boolean(true));
    let statements = format!("var a = 0; {}a", "a = a + 1;".repeat(300_000));
    assert_eq!(run_small(&statements), Outcome::Number(300_000.0));
}

#[test]
fn programs_of_great_width() {
    let array = format!("[{}].length", "1,".repeat(500_000));
    assert_eq!(run_small(&array), Outcome::Number(500_000.0));
    let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let object = format!("var o = {{{}}}; o.k99999", list(100_000, &|index| format!("k{index}: {index},")));
    assert_eq!(run_small(&object), Outcome::Number(99_999.0));
    let variables = list(100_000, &|index| format!("var v{index} = {index};")) + "v99999";
    assert_eq!(run_small(&variables), Outcome::Number(99_999.0));
    let functions = list(100_000, &|index| format!("function f{index}() {{ return {index} }}")) + "f99999()";
    assert_eq!(run_small(&functions), Outcome::Number(99_999.0));
    let cases = format!("switch (99999) {{{}}}", list(100_000, &|index| format!("case {index}: {index} + 1; break;")));
    assert_eq!(run_small(&cases), Outcome::Number(100_000.0));
    let labels = list(1000, &|index| format!("l{index}:")) + "5";
    assert!(matches!(run_small(&labels), Outcome::Number(_) | Outcome::Rejected(_)));
    let strings = format!("[{}].length", list(100_000, &|index| format!("'text {index}',")));
    assert_eq!(run_small(&strings), Outcome::Number(100_000.0));
    // More than a frame has registers, or a call has places for arguments: any answer is right.
    for count in [200, 254, 255, 256, 257, 300, 1000, 70_000] {
        let names = |prefix: &str| list(count, &|index| format!("{prefix}{index},"));
        let parameters = names("p");
        let arguments = names("");
        let call = format!(
            "function f({}) {{ return p{} }} f({})",
            &parameters[..parameters.len() - 1],
            count - 1,
            &arguments[..arguments.len() - 1]
        );
        answers(&call, count as f64 - 1.0);
        let locals = list(count, &|index| format!("var v{index} = {index};"));
        answers(&format!("(function () {{ {locals} return v{} }})()", count - 1), count as f64 - 1.0);
        let closure = format!("(function () {{ {locals} return (function () {{ return v{} }})() }})()", count - 1);
        answers(&closure, count as f64 - 1.0);
    }
}

/// Expects the value, or an error about too much of something.
fn answers(script: &str, value: f64) {
    let outcome = run_small(script);
    let start = &script[..script.len().min(60)];
    assert!(
        outcome == Outcome::Number(value) || outcome.is_range_error() || outcome.is_rejected(),
        "{start}: {outcome:?}"
    );
}

#[test]
fn a_hundred_thousand_nested_functions() {
    let text = "function f(){".repeat(100_000) + &"}".repeat(100_000);
    assert!(run_small(&text).is_range_error() || run_small(&text).is_rejected());
    let calls = "(function(){return ".repeat(100_000) + "1" + &"})()".repeat(100_000);
    let outcome = run_small(&calls);
    assert!(outcome.is_range_error() || outcome.is_rejected(), "{outcome:?}");
}

#[test]
fn large_texts_of_one_kind() {
    let mega = 1 << 20;
    for (text, ends) in [
        (" ".repeat(mega), true),
        ("\n".repeat(mega), true),
        ("/*".to_owned() + &"*".repeat(mega), false),
        ("// ".to_owned() + &"x".repeat(mega), true),
        ("'".to_owned() + &"x".repeat(mega), false),
        ("'".to_owned() + &"x".repeat(mega) + "'", true),
        ("x".repeat(mega), false),
        ("1".repeat(mega), true),
        ("0x".to_owned() + &"f".repeat(mega), true),
        ("1e".to_owned() + &"9".repeat(mega), true),
        ("0.".to_owned() + &"0".repeat(mega) + "1", true),
        ("/".to_owned() + &"x".repeat(mega), false),
        ("\\u0061".repeat(mega / 8), false),
        (";".repeat(mega), true),
    ] {
        let outcome = run_small(&text);
        assert_eq!(outcome.is_value(), ends, "{}: {outcome:?}", &text[..8]);
    }
}

/// Source text counts against the memory limit while it is parsed, however it arrives. Text without code left does not.
#[test]
fn the_text_itself_counts_against_the_memory_limit() {
    const LENGTH: usize = 4 << 20;
    let blanks = " ".repeat(LENGTH);
    let from_script = format!("var blanks = Array({LENGTH} + 1).join(' ');");
    let compile = ["1", "eval(blanks)", "(0, eval)(blanks)", "Function(blanks)", "Function(blanks, '')"];
    for backend in [Backend::Register, Backend::Stack] {
        let build = |limit| Engine::builder().backend(backend).memory_limit(limit).build().unwrap();
        let mut engine = build(None);
        engine.run("small.js", "1").unwrap();
        let before = engine.stats().peak_bytes;
        engine.run("blanks.js", &blanks).unwrap();
        let peak = engine.stats().peak_bytes - before;
        // Includes the room for a tree, which is reserved before anything is known of it.
        assert!((LENGTH..4 * LENGTH).contains(&peak), "{backend:?}: {peak}");
        let kept = || blanks.clone();
        for many in 0..20 {
            engine.run(&format!("{many}.js"), kept()).unwrap();
        }
        engine.collect_garbage();
        assert!(engine.stats().live_bytes < LENGTH, "{backend:?}");

        let mut engine = build(Some(before + LENGTH / 2));
        for result in [
            engine.run("blanks.js", &blanks).map(|_| ()),
            engine.run("blanks.js", kept()).map(|_| ()),
            engine.check("blanks.js", &blanks),
            engine.disassemble("blanks.js", &blanks).map(|_| ()),
        ] {
            assert_eq!(result.unwrap_err().kind(), ErrorKind::Termination(Termination::OutOfMemory));
        }
        for code in compile {
            let mut engine = build(None);
            engine.run("made.js", format!("{from_script}{code}")).unwrap();
            // The string itself, and the text made of it.
            let texts = if code == "1" { LENGTH } else { 2 * LENGTH };
            let peak = engine.stats().peak_bytes;
            assert!(peak >= before + texts, "{backend:?}, {code}: {peak}");
        }
    }
}

/// Reading the code units of a text for eval ends at the limits, at any length.
#[test]
fn text_for_eval_is_decoded_within_the_limits() {
    for text in ["Array(1 << 22).join('a ')", "Array(1 << 22).join('\\u20ac')", "Array(1 << 22).join('\\ud800')"] {
        for compile in ["eval(text)", "Function(text)", "Function('a', text)"] {
            let mut engine = Engine::builder().build().unwrap();
            engine.run("text.js", format!("var text = '//' + {text}; text.charAt(5); 1")).unwrap();
            engine.set_fuel(1 << 17);
            let error = engine.run("eval.js", compile).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel), "{text} {compile}");
            engine.set_fuel(None);
            engine.run("eval.js", compile).unwrap();
        }
    }
}

/// A text that is copied for the engine is copied in pieces, at ends of letters, and each piece is work.
#[test]
fn texts_are_copied_in_pieces() {
    for inside in [String::new(), "a".repeat(1 << 20), "xλ\u{10000}".repeat(1 << 17)] {
        let function = format!("function f() {{ '{inside}' }}");
        let mut engine = Engine::new();
        engine.run("a.js", &function).expect("a function");
        assert_eq!(engine.eval::<String>("f.toString()").as_deref(), Ok(&*function));
    }
    // The first letter begins no program: what is spent is for looking at the text, and for the copy.
    let text = format!("@{}", "a".repeat(1 << 24));
    let mut engine = Engine::new();
    assert_eq!(engine.run("a.js", text.clone()).expect_err("not copied").name(), Some("SyntaxError"));
    let looked = engine.stats().fuel;
    assert_eq!(engine.run("a.js", &text).expect_err("copied").name(), Some("SyntaxError"));
    let copied = engine.stats().fuel - looked;
    assert!(copied > looked + 10_000, "{copied} {looked}");
    engine.set_fuel(copied - 5_000);
    assert_eq!(engine.run("a.js", &text).expect_err("ended").kind(), ErrorKind::Termination(Termination::OutOfFuel));
    engine.set_fuel(copied - 5_000);
    assert_eq!(engine.run("a.js", text).expect_err("not copied").name(), Some("SyntaxError"));
}
