//! ECMA-402 in engines: the zone of the host, copies, bytes, realms, limits.

use ferrotape::{Backend, Engine};

use crate::support::{Clock, Outcome, PATIENCE, run_limited};

/// An object of each type.
const MAKE: &str = "
    const number = new Intl.NumberFormat('de-CH', { style: 'currency', currency: 'CHF', minimumFractionDigits: 3 });
    const all = {
        number, format: number.format, locale: new Intl.Locale('zh-TW', { numeric: true }),
        plural: new Intl.PluralRules('en', { type: 'ordinal' }), compare: new Intl.Collator('sv').compare,
        list: new Intl.ListFormat('es'), date: new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', dateStyle: 'full' }),
        segments: new Intl.Segmenter('en', { granularity: 'word' }).segment('Hello, world'),
        relative: new Intl.RelativeTimeFormat('en'),
    };
    all.words = all.segments[Symbol.iterator]();
    all.words.next();
    number.own = all;";

const TELL: &str =
    "[all.number.format(-1234.5), all.format === all.number.format, all.locale.maximize(), all.plural.select(22),
    ['z', 'ö', 'a'].sort(all.compare), all.list.format(['a', 'i']), all.date.format(0), [...all.segments].length,
    all.relative.format(-3, 'day'), all.words.next().value.segment, number.own === all,
    all.plural instanceof Intl.PluralRules].join('|')";

const TOLD: &str =
    "-CHF\u{a0}1’234.500|true|zh-Hant-TW-u-kn|two|a,z,ö|a e i|Thursday, January 1, 1970|4|3 days ago|,|true|true";

#[test]
fn engines_are_copied_and_written_with_all_types() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.run("make.js", MAKE).expect("the objects");
        let bytes = engine.snapshot().expect("bytes");
        let mut fork = engine.fork().expect("a copy");
        fork.collect_garbage();
        let new = Engine::builder().backend(backend).build().expect("an engine");
        let mut restored = Engine::restore_into(new, &bytes).expect("an engine of the bytes");
        restored.collect_garbage();
        for engine in [&mut engine, &mut fork, &mut restored] {
            let told = engine.eval::<String>(TELL).expect("what they are");
            assert_eq!(told, TOLD);
        }
    }
}

/// What was resolved is text: changed bytes make other options, or an error.
#[test]
fn changed_bytes_do_no_harm() {
    let mut engine = Engine::new();
    engine.run("make.js", MAKE).expect("the objects");
    let bytes = engine.snapshot().expect("bytes");
    let mut read = 0;
    for place in (0..bytes.len()).rev().take(3000) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x15;
        if let Ok(mut engine) = Engine::restore(&changed) {
            engine.set_fuel(Some(1_000_000));
            read += usize::from(engine.eval::<String>(TELL).is_ok());
        }
    }
    assert!(read > 0, "all changes were refused");
}

#[test]
fn the_zone_is_the_embedders() {
    let script = "new Date(0).toLocaleString() + '|' + new Intl.DateTimeFormat().resolvedOptions().timeZone";
    let text = run_limited(Engine::builder().time_zone("Asia/Tokyo"), script);
    assert_eq!(text.text(), Some("1/1/1970, 9:00:00 AM|Asia/Tokyo"));
}

/// The prototype is that of the constructor's realm, which has not touched Intl.
#[test]
fn prototypes_are_those_of_the_realm() {
    let mut engine = Engine::new();
    let realm = engine.new_realm().expect("a realm");
    engine.set_global("other", realm.global()).expect("a global");
    let script = "
        const target = new other.Function();
        target.prototype = null;
        const made = Reflect.construct(Intl.NumberFormat, [], target);
        [Object.getPrototypeOf(made) === other.Intl.NumberFormat.prototype, other.Intl !== Intl,
         other.Intl.NumberFormat.prototype.formatToParts.call(made, 1)[0].value].join()";
    assert_eq!(engine.eval::<String>(script), Ok("true,true,1".to_owned()));
}

/// Formatting is charged before it is done: runs end by their fuel, and soon.
#[test]
fn long_work_ends_by_fuel() {
    let calls = [
        "format.format(1.5)",
        "(12345.678).toLocaleString('de')",
        "format.formatToParts(2n ** 20000n)",
        "new Intl.NumberFormat('en', { minimumFractionDigits: 100, minimumIntegerDigits: 21 }).format(1e-300)",
        "try { new Intl.Locale('en' + '-a-bc'.repeat(2e5)) } catch {}",
        "try { Intl.getCanonicalLocales(Array.from({ length: 1e6 }, (_, i) => 'en-x-' + i)) } catch {}",
        "try { Intl.getCanonicalLocales('x'.repeat(1e6)) } catch {}",
        "[...new Intl.Segmenter().segment(long)].length",
        "new Intl.Segmenter('en', { granularity: 'sentence' }).segment(long).containing(4e6)",
        "new Intl.Segmenter('en', { granularity: 'word' }).segment(long)[Symbol.iterator]().next()",
        "long.localeCompare(long + 'b')",
        "long.toLocaleLowerCase('tr')",
        "new Intl.ListFormat('es').format(long)",
        "new Date(8.64e15).toLocaleString('en', { timeZoneName: 'long' })",
        "Intl.supportedValuesOf('timeZone')",
    ];
    for call in calls {
        let script =
            format!("const format = new Intl.NumberFormat(), long = 'a\\u0301'.repeat(3e6); for (;;) {{ {call} }}");
        let clock = Clock::start();
        let outcome = run_limited(Engine::builder().fuel(3_000_000).memory_limit(500_000_000), &script);
        assert!(matches!(outcome, Outcome::Stopped(_)), "{call}: {outcome:?}");
        assert!(clock.elapsed() < PATIENCE, "{call}: {:?}", clock.elapsed());
    }
}

/// A long text is looked at in windows: the first segments come at once.
#[test]
fn segments_are_found_when_they_are_asked_for() {
    let script = "const words = new Intl.Segmenter('en', { granularity: 'word' }).segment('one two '.repeat(6e5))[Symbol.iterator]();
        [words.next(), words.next(), words.next()].map(({ value }) => value.segment).join('|')";
    let outcome = run_limited(Engine::builder().fuel(1_000_000), script);
    assert_eq!(outcome.text(), Some("one| |two"), "{outcome:?}");
}
