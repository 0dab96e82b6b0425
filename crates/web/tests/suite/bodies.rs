//! Bodies and their types under limits.

use ferrotape::Engine;
use ferrotape::web::{TimerClock, Web};

/// Types are parsed when a Blob is made.
#[test]
fn long_types_end_by_fuel() {
    for text in [
        // Each name is compared with those before it.
        "const start = ';' + 'x'.repeat(8192); let type = 'a/b'; for (let i = 0; i < 1000; i++) type += start + i + '=1'",
        "let type = 'a/b'; for (let i = 0; i < 20_000; i++) type += ';x' + i + '=1'",
    ] {
        let mut engine = Engine::builder().fuel(10_000_000).memory_limit(128 << 20).build().expect("an engine");
        Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
        let text = format!("{text}; new Response('', {{ headers: {{ 'content-type': type }} }}).blob()");
        let ended = engine.run_with_jobs("t.js", text.as_str());
        assert!(ended.is_err_and(|error| error.is_termination()), "{text}");
    }
}

/// The copy that reading a type makes counts beside the string.
#[test]
fn types_that_are_read_count() {
    let mut engine = Engine::builder().memory_limit(70 << 20).build().expect("an engine");
    Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
    let text = "const blob = new Blob([], { type: 'a'.repeat(1 << 24) }), one = blob.type, two = blob.type;";
    let ended = engine.run_with_jobs("t.js", text);
    assert!(ended.is_err_and(|error| error.is_termination()));
}
