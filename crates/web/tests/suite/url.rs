//! URLs under limits, in copies, and written down.

use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Engine, Error, Value};

fn engine(backend: Backend) -> Engine {
    let mut engine =
        Engine::builder().backend(backend).fuel(100_000_000).memory_limit(128 << 20).build().expect("an engine");
    Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
    engine
}

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

const BEGUN: &str = "
    const url = new URL('http://user:word@h:81/p/q?a=1&b=2#f'), params = url.searchParams, untouched = new URL('data:x y');
    const own = new URLSearchParams('k=v&k=w'), entries = own.entries(), names = params.keys();
    class Mine extends URL { get first() { return this.pathname[1] } }
    const mine = new Mine('file:///x'); mine.note = { url };
    entries.next(); names.next(); Object.freeze(own);
    const getter = Object.getOwnPropertyDescriptor(URL.prototype, 'href').get;
    const pattern = new URLPattern('https://*.example.com/:kind/(\\\\d+)'); pattern.mine = 2;
    URL.mine = 1;";

const GOES_ON: &str = "
    params.append('c', 'é'); url.pathname = '/new'; own.append('k', 'x');
    [url.href, untouched.pathname, url.searchParams === params, params instanceof URLSearchParams, url instanceof URL, mine instanceof URL,
        mine.first, mine.note.url === url, entries.next().value.join(), names.next().value, [...names].join(), [...entries].length,
        Object.isFrozen(own), getter.call(url), URL.mine, new URL('?n', url).search, String(own),
        Object.getOwnPropertyDescriptor(URL.prototype, 'href').get === getter, pattern.exec('https://a.example.com/b/12').pathname.groups.kind,
        pattern.hasRegExpGroups, pattern.pathname, pattern instanceof URLPattern, pattern.mine, pattern.test('https://a.example.com/b/x')].join(' ; ')";

const EXPECTED: &str = "http://user:word@h:81/new?a=1&b=2&c=%C3%A9#f ; x y ; true ; true ; true ; true ; x ; true ; k,w ; b ; c ; 1 ; true ; \
                        http://user:word@h:81/new?a=1&b=2&c=%C3%A9#f ; 1 ; ?n ; k=v&k=w&k=x ; true ; b ; true ; /:kind/(\\d+) ; true ; 2 ; false";

#[test]
fn copies_and_what_was_written_go_on() -> Result<(), Error> {
    for backend in BACKENDS {
        let mut begun = engine(backend);
        begun.run("begun.js", BEGUN)?;
        let bytes = begun.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(engine(backend), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut copied = Engine::restore_into(engine(backend), &again).expect("what was written again");
        let mut forked = begun.fork()?;
        for engine in [&mut restored, &mut copied, &mut forked, &mut begun] {
            assert_eq!(engine.run("on.js", GOES_ON)?, Value::from(EXPECTED));
        }
    }
    Ok(())
}

#[test]
fn engines_that_touched_nothing_are_written_as_before() -> Result<(), Error> {
    let mut begun = engine(Backend::Register);
    begun.run("a.js", "var n = 1")?;
    let bytes = begun.snapshot().expect("written");
    // The other one has the part already.
    let mut other = engine(Backend::Register);
    other.run("b.js", "new URL('http://h')")?;
    let mut fresh = Engine::restore_into(engine(Backend::Register), &bytes).expect("restored");
    assert_eq!(fresh.run("c.js", "new URL('http://h').host + n")?, Value::from("h1"));
    Ok(())
}

#[test]
fn realms_have_their_own() -> Result<(), Error> {
    let mut engine = Engine::new();
    let web = Web::install(&mut engine, TimerClock::Virtual)?;
    let realm = engine.new_realm()?;
    let other = engine.in_realm(&realm, |engine| {
        web.install_in_realm(engine)?;
        engine.eval::<ferrotape::Function>("globalThis.Target = function () {}; Target.prototype = 1; URL")
    })?;
    engine.global().set(&mut engine, "OtherURL", &other)?;
    let text = "const u = new OtherURL('http://h');
        [u instanceof OtherURL, u instanceof URL, Object.getOwnPropertyDescriptor(URL.prototype, 'host').get.call(u)].join()";
    assert_eq!(engine.run("t.js", text)?, Value::from("true,false,h"));
    Ok(())
}

#[test]
fn hostile_sizes_end_by_an_error_or_a_limit() {
    for text in [
        "new URL('http://h/' + 'a'.repeat(50 << 20)).href.length",
        "new URL('http://h/' + 'é/'.repeat(10 << 20)).href.length",
        "new URL('http://' + 'a.'.repeat(20 << 20))",
        "new URL('http://' + 'é'.repeat(20 << 20))",
        "new URL('http://' + 'xn--a'.repeat(9 << 20))",
        "new URL('http://' + '%41'.repeat(9 << 20))",
        "new URL('http://' + '1.'.repeat(20 << 20))",
        "new URL('http://[' + ':'.repeat(20 << 20))",
        "new URL('x:' + ' '.repeat(30 << 20) + '?')",
        "new URL('http:' + '\\\\/'.repeat(20 << 20) + 'h')",
        "new URL('http://h/' + '../'.repeat(10 << 20)).href",
        "new URL('http://' + '@'.repeat(20 << 20) + 'h')",
        "new URL('http://h:' + '0'.repeat(30 << 20))",
        "new URL(' '.repeat(50 << 20))",
        "new URL('\\n'.repeat(50 << 20) + 'http://h')",
        "new URLSearchParams('a&'.repeat(10 << 20)).size",
        "new URLSearchParams('%41+'.repeat(10 << 20)).size",
        "const p = new URLSearchParams; for (;;) p.append('name', 'value')",
        "const u = new URL('http://h'); for (;;) u.searchParams.append('name', 'value')",
        "const p = new URLSearchParams('x'.repeat(1 << 20)); for (let i = 0; i < 30; i++) p.append('x'.repeat(1 << 20) + i, ''); for (;;) p.sort()",
        "const u = new URL('http://h/' + 'p'.repeat(1 << 20)); for (;;) u.hash += 'a'",
        "const all = []; for (;;) all.push(new URL('http://h/' + 'p'.repeat(100)))",
        "const p = new URLSearchParams('a'); for (const [n] of p) p.append(n, n)",
        "new URLSearchParams(Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => ['k' + i, i])))",
    ] {
        for backend in BACKENDS {
            let mut engine = engine(backend);
            if let Err(error) = engine.run("t.js", text) {
                let is_error = ["RangeError", "TypeError"].map(Some).contains(&error.name());
                assert!(error.is_termination() || is_error, "{text}: {error}");
            }
            assert!(engine.stats().peak_bytes <= 130 << 20, "{text}");
        }
    }
}

#[test]
fn a_parse_takes_fuel_by_its_length() {
    for text in ["new URL('http://h/' + part)", "new URLSearchParams(part).size", "new URL('http://h/?' + part).href"] {
        let spent = |length: u32| {
            let mut engine = engine(Backend::Register);
            engine.run("part.js", format!("var part = 'ab%20'.repeat({length})")).expect("short");
            let before = engine.stats().fuel;
            engine.run("t.js", text).expect("no limit");
            engine.stats().fuel - before
        };
        let (short, long) = (spent(10_000), spent(100_000));
        assert!(long > 8 * short && short > 1000, "{text}: {short} {long}");
    }
}

/// Names and regular expressions in patterns, whose characters take two bytes from an odd place on, or an even one.
#[test]
fn a_pattern_takes_the_same_fuel_at_odd_places() {
    let spent = |pattern: &str| {
        let mut engine = engine(Backend::Register);
        engine.run("pattern.js", format!("var pathname = {pattern}; new URLPattern()")).expect("short");
        let before = engine.stats().fuel;
        engine.run("t.js", "new URLPattern({ pathname }); 1").expect("a pattern");
        engine.stats().fuel - before
    };
    for [one, other] in [
        ["':a' + 'é'.repeat(100_000)", "':é' + 'é'.repeat(100_000)"],
        ["'/(a' + '\\\\.'.repeat(100_000) + ')'", "'/(aa' + '\\\\.'.repeat(100_000) + ')'"],
    ] {
        let (one, other) = (spent(one), spent(other));
        assert!(one.abs_diff(other) < 1000 && one > 100_000, "{one} {other}");
    }
}
