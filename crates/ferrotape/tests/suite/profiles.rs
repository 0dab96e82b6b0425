//! Profiles: which functions and lines take work, time or memory, whatever a program does.

use std::time::Duration;

use ferrotape::profile::{Profile, Sampling};
use ferrotape::{Backend, Context, Engine, Function};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

fn profiled(backend: Backend, sampling: Sampling, text: &str) -> Profile {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.start_profile(sampling);
    engine.run_with_jobs("a.js", text).expect("it runs");
    engine.end_profile().expect("a profile")
}

/// The share of a function's own part.
fn share(profile: &Profile, name: &str) -> f64 {
    let own: u64 = profile.functions().iter().filter(|cost| cost.name == name).map(|cost| cost.own).sum();
    own as f64 / profile.total().max(1) as f64
}

#[test]
fn lines_take_what_they_do() {
    let text = "function busy(n) {\n  let sum = 0;\n  for (let i = 0; i < n; i++) {\n    sum += i;\n  }\n  return sum;\n}\nbusy(9e5);\nfor (let i = 0; i < 1e5; i++);\n";
    for backend in BACKENDS {
        let profile = profiled(backend, Sampling::default(), text);
        let lines = profile.lines();
        assert!((3..=4).contains(&lines[0].line) && lines[0].source == "a.js", "{lines:?}");
        assert_eq!(lines.iter().map(|line| line.own).sum::<u64>(), profile.total());
        let call = lines.iter().find(|line| line.line == 8).expect("the call");
        assert!(call.own == 0 && call.total > profile.total() / 2, "{lines:?}");
    }
}

#[test]
fn bytes_belong_to_who_allocates_them() {
    let text = "let kept = [];\nfunction objects() { for (let i = 0; i < 3e4; i++) kept.push({ i }) }\nfunction texts() { for (let i = 0; i < 2e4; i++) kept.push('text ' + i) }\nfunction nothing() { let sum = 0; for (let i = 0; i < 1e6; i++) sum += i; return sum }\nobjects(); nothing(); texts();\nkept = new Float64Array(1e6).map(x => x);\nnothing();\n";
    for backend in BACKENDS {
        let profile = profiled(backend, Sampling::Memory(512 << 10), text);
        assert!(profile.is_by_memory() && !profile.is_by_time());
        // Two arrays of eight megabytes.
        assert!(profile.total() > 16_000_000 && profile.samples() > 100, "{}", profile.total());
        assert!(share(&profile, "nothing") < 0.001, "{:?}", profile.functions());
        // Between functions of scripts, natives of stack code have no names.
        let natives: &[&str] = if backend == Backend::Register { &["map"] } else { &[] };
        for name in ["objects", "texts"].iter().chain(natives) {
            assert!(share(&profile, name) > 0.01, "{backend:?}: {name} in {:?}", profile.functions());
        }
        let again = profiled(backend, Sampling::Memory(512 << 10), text);
        assert_eq!(profile.to_collapsed(), again.to_collapsed());
    }
}

#[test]
fn garbage_that_is_collected_was_allocated_all_the_same() {
    let text = "function waste() { for (let i = 0; i < 1e6; i++) ({ i, list: [i] }) }\nwaste();\n";
    for backend in BACKENDS {
        let profile = profiled(backend, Sampling::Memory(512 << 10), text);
        assert!(profile.total() > 40_000_000 && share(&profile, "waste") > 0.95, "{:?}", profile.functions());
    }
}

#[test]
fn profiles_of_small_programs_have_samples() {
    for backend in BACKENDS {
        let profile = profiled(
            backend,
            Sampling::Memory(512 << 10),
            "let list = []; for (let i = 0; i < 500; i++) list.push({ i });",
        );
        assert!(profile.samples() >= 4, "{}", profile.samples());
    }
}

#[test]
fn deep_recursion_and_many_functions_are_bounded() {
    let text = "function deep(n) { return n === 0 ? 0 : 1 + deep(n - 1) }\nfor (let i = 0; i < 5; i++) { try { deep(1e5) } catch { deep(1e3) } }\nfor (let i = 0; i < 7e4; i++) (0, eval)('function f' + i + '() { for (let i = 0; i < 20; i++); } f' + i + '()');\nfunction* numbers() { for (let i = 0; i < 1e5; i++) yield i }\nfor (const n of numbers());\n(async () => { for (let i = 0; i < 1e4; i++) await i })();\n";
    for sampling in [Sampling::Fuel(50), Sampling::Memory(1), Sampling::Time(Duration::ZERO)] {
        let profile = profiled(Backend::Register, sampling, text);
        assert!(profile.functions().len() <= (1 << 16) + 1);
        assert!(profile.to_collapsed().len() < 65 << 20 && profile.to_svg().len() < 8 << 20);
        assert!(share(&profile, "deep") > 0.0, "{sampling:?}");
        profile.to_pprof();
        profile.to_speedscope();
        profile.to_cpuprofile();
        profile.to_heapprofile();
    }
}

#[test]
fn profiles_begin_and_end_in_any_order() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).fuel(10_000_000).build().expect("an engine");
        assert!(engine.end_profile().is_none());
        engine.start_profile(Sampling::Memory(1024));
        engine.start_profile(Sampling::Fuel(100));
        engine.start_profile(Sampling::Memory(0));
        let mut fork = engine.fork().expect("a copy");
        assert!(fork.end_profile().is_none());
        let end =
            Function::new(&mut engine, "end", |cx: &mut Context<'_>| cx.end_profile().is_some()).expect("a function");
        engine.set_global("end", end).expect("a global");
        engine.run("a.js", "let list = []; for (let i = 0; i < 1e4; i++) list.push([i]);").expect("it runs");
        assert!(engine.eval::<bool>("end()").expect("it runs"));
        assert!(engine.end_profile().is_none());
        let before = engine.stats().fuel;
        engine.run("b.js", "for (let i = 0; i < 1e4; i++) list.push({ i });").expect("it runs");
        let plain = engine.stats().fuel - before;
        // A profile takes no fuel.
        engine.start_profile(Sampling::Memory(1024));
        let before = engine.stats().fuel;
        engine.run("b.js", "for (let i = 0; i < 1e4; i++) list.push({ i });").expect("it runs");
        assert_eq!(engine.stats().fuel - before, plain);
        // Limits end it as ever.
        assert!(engine.run("c.js", "for (;;) list.push({})").expect_err("a limit").is_termination());
        assert!(engine.end_profile().expect("a profile").total() > 0);
    }
}

/// Nothing in it looks at the limits but its own ticks.
#[test]
fn a_long_function_without_loops_and_calls_has_its_work() {
    let body = "a = (a * 31 + 7) & 0xffff;\n".repeat(300);
    let text = format!(
        "function leaf(a) {{\n{body}return a }}\nfunction tiny(a) {{ return a + 1 }}\n\
         function outer() {{ let s = 0; for (let i = 0; i < 2000; i++) {{ s += leaf(i); s += tiny(i) }} return s }}\nouter();\n"
    );
    for backend in BACKENDS {
        let profile = profiled(backend, Sampling::Fuel(1000), &text);
        assert!(share(&profile, "leaf") > 0.9, "{backend:?}: {}", share(&profile, "leaf"));
        assert!(share(&profile, "outer") < 0.1, "{backend:?}: {}", share(&profile, "outer"));
    }
}

/// A class shows its text as that of its constructor. Counts of the constructor are not those of the class, and a class without
/// one has no function more, as in V8.
#[test]
fn constructors_are_counted_where_they_are() {
    let text = "class A {\n  static f() { return 1; }\n}\nclass B extends A {\n  constructor() {\n    super();\n  }\n\
        \x20 static g() { return 2; }\n}\nclass C {\n  constructor() {}\n}\nA.f(); B.g();\n";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.start_coverage();
        engine.run("a.js", text).unwrap();
        let coverage = engine.end_coverage().unwrap();
        let functions = coverage.functions();
        assert_eq!((functions.all, functions.run), (4, 2), "{backend:?}");
        let lines = coverage.files()[0].lines();
        assert!(lines.contains(&(6, 0)) && lines.contains(&(1, 1)), "{backend:?}: {lines:?}");
        let json = coverage.to_v8_json();
        let start = text.find("super").unwrap();
        let end = text[start..].find('}').unwrap() + start + 1;
        let wanted = format!(
            "{{\"functionName\":\"B\",\"ranges\":[{{\"startOffset\":{start},\"endOffset\":{end},\"count\":0}}]"
        );
        assert!(json.contains(&wanted) && !json.contains("\"functionName\":\"A\""), "{backend:?}: {json}");
    }
}

/// Counts of code that an earlier coverage has met begin with zero, and its file is there again.
#[test]
fn each_coverage_begins_with_zero() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.start_coverage();
        engine.run("a.js", "function f(n) {\n  if (n > 1)\n    return 1;\n  return 2;\n}\nf(1);\n").unwrap();
        assert_eq!(engine.end_coverage().unwrap().files()[0].lines(), [(2, 1), (3, 0), (4, 1), (6, 1)], "{backend:?}");
        engine.run("b.js", "f(1);").unwrap();
        engine.start_coverage();
        engine.run("c.js", "f(2); f(3); f(4)").unwrap();
        let coverage = engine.end_coverage().unwrap();
        let file = coverage.files().iter().find(|file| file.name() == "a.js").expect("its function ran");
        assert_eq!(file.lines(), [(2, 3), (3, 3), (4, 0), (6, 0)], "{backend:?}");
    }
}

/// Texts that nobody asks for are left out, and those that they load are not.
#[test]
fn only_texts_that_are_asked_for_are_kept() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.start_coverage_of(|name| !name.starts_with("own:"));
        engine.run("own:a", "function twice(f) {\n  f();\n  f();\n}").unwrap();
        engine.run("b.js", "twice(() => 1);").unwrap();
        let coverage = engine.end_coverage().unwrap();
        let names: Vec<&str> = coverage.files().iter().map(|file| file.name()).collect();
        assert_eq!((names, coverage.lines().all), (vec!["b.js"], 1), "{backend:?}");
        // What is started without a choice keeps all.
        engine.start_coverage();
        engine.run("own:c", "twice(() => 1);").unwrap();
        assert_eq!(engine.end_coverage().unwrap().files().len(), 2, "{backend:?}");
    }
}

/// The compiler keeps nothing of it, and it did not run: so does node say of these lines.
#[test]
fn what_nothing_leads_to_did_not_run() {
    let text = "function f() {\n  throw 1;\n  f();\n}\ntry { f(); } catch {}\nif (false) {\n  f();\n}\n\
        function g(a) {\n  for (;;) {\n    if (a) break;\n    return 1;\n    f();\n  }\n  return 2;\n}\ng(1); g(0);\n";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.start_coverage();
        engine.run("a.js", text).unwrap();
        let coverage = engine.end_coverage().unwrap();
        let lines = coverage.files()[0].lines();
        let counted = |wanted: u32| lines.iter().find(|(line, _)| *line == wanted).map(|&(_, count)| count);
        let counts = [2, 3, 5, 7, 11, 12, 13, 15].map(|line| counted(line).unwrap_or(99));
        assert_eq!(counts, [1, 0, 1, 0, 2, 1, 0, 1], "{backend:?}");
    }
}
