//! A script spends the same fuel and does the same, whether somebody looks at it or not.

use ferrotape::debug::{Breakpoint, Exceptions, Resume, Stopped};
use ferrotape::{Backend, Engine};

use super::BACKENDS;

const PROGRAMS: [&str; 5] = [
    "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }\nvar r = fib(12)",
    "let all = [];\nfor (let i = 0; i < 300; i++) {\n const o = { i, a: [i] };\n all.push(() => o.i + i);\n}\nvar r = all.map(f => f()).join()",
    "class A { #x = 1; static s = 2;\n get x() { return this.#x++ } }\nclass B extends A { constructor() { super(); this.y = this.x } }\nvar r = '';\nfor (let i = 0; i < 50; i++) {\n switch (i % 3) { case 0: r += new B().y; break; default: r += B.s }\n}",
    "var r = '';\nfunction* g(n) { try { while (n--) { const k = yield n; if (k) r += k } } finally { r += 'f' } }\nfor (const x of g(20)) {\n r += x;\n if (x == 3) break;\n}\ntry { null.x } catch (e) { r += e.name }",
    "var r = '';\nasync function f(n) {\n for (let i = 0; i < n; i++) {\n  r += await i;\n  try { await Promise.reject(i) } catch (e) { r += e }\n }\n return r;\n}\nf(10).then(v => { r += v.length });\neval('let q = 1;\\nr += q');",
];

/// Output and fuel of a program; with a debugger, one that stops everywhere.
fn run(backend: Backend, text: &str, looks: Option<Resume>) -> (String, u64, usize) {
    let mut engine = Engine::builder().backend(backend).build().unwrap();
    let stops = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    if let Some(resume) = looks {
        let counted = stops.clone();
        engine.set_debugger(move |stopped: &mut Stopped<'_>| {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            for frame in 0..stopped.frames().len().min(4) {
                if !stopped.frames()[frame].is_async {
                    assert_eq!(stopped.evaluate(frame, "1").unwrap().text, "1");
                }
            }
            resume
        });
        let mut debugger = engine.debugger().unwrap();
        debugger.stop_at_exceptions(Exceptions { caught: true, uncaught: true });
        (1..=text.lines().count() as u32).for_each(|line| {
            debugger.add_breakpoint(Breakpoint::at("a.js", line));
        });
    }
    engine.run_with_jobs("a.js", text).unwrap();
    let fuel = engine.stats().fuel;
    (engine.eval("String(r)").unwrap(), fuel, stops.load(std::sync::atomic::Ordering::Relaxed))
}

#[test]
fn stops_and_steps_change_nothing() {
    for backend in BACKENDS {
        for text in PROGRAMS {
            let (wanted, fuel, _) = run(backend, text, None);
            for resume in [Resume::Run, Resume::In, Resume::Over, Resume::Out, Resume::ToAwait] {
                let (seen, spent, stops) = run(backend, text, Some(resume));
                assert_eq!((seen, spent), (wanted.clone(), fuel), "{backend:?} {resume:?}: {text}");
                assert!(stops > 1, "{backend:?} {resume:?}: {text}");
            }
        }
    }
}
