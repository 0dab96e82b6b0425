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
    "CHF-1'234.500|true|zh-Hant-TW-u-kn|two|a,z,ö|a e i|Thursday, January 1, 1970|4|3 days ago|,|true|true";

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

/// Dates as node has them: tag, options, text.
const DATES: &[(&str, &str, &str)] = &[
    ("en-GB", "{}", "05/03/2024"),
    ("en-GB", "{ dateStyle: 'full', timeStyle: 'short' }", "Tuesday, 5 March 2024 at 14:07"),
    ("de-AT", "{ dateStyle: 'long' }", "5. März 2024"),
    ("de", "{ weekday: 'short', month: 'short', day: 'numeric' }", "Di., 5. März"),
    ("fr", "{ dateStyle: 'full', timeStyle: 'short' }", "mardi 5 mars 2024 à 14:07"),
    ("es-MX", "{ dateStyle: 'medium' }", "5 mar 2024"),
    ("pt-BR", "{ year: 'numeric', month: 'long' }", "março de 2024"),
    ("ja", "{ dateStyle: 'full' }", "2024年3月5日火曜日"),
    ("ja", "{ year: 'numeric', era: 'long', month: 'long', day: 'numeric' }", "西暦2024年3月5日"),
    ("ko", "{ timeStyle: 'long' }", "PM 2시 7분 9초 UTC"),
    ("zh-TW", "{ hour: 'numeric', minute: 'numeric' }", "下午2:07"),
    ("ru", "{ dateStyle: 'full', timeStyle: 'medium' }", "вторник, 5 марта 2024 г. в 14:07:09"),
    ("ru", "{ month: 'long' }", "март"),
    ("fi", "{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }", "tiistaina 5. maaliskuuta 2024"),
    ("cs", "{ month: 'long', year: 'numeric' }", "březen 2024"),
    ("hu", "{ dateStyle: 'long' }", "2024. március 5."),
    ("ar-EG", "{ dateStyle: 'long' }", "٥ مارس ٢٠٢٤"),
    ("fa", "{ dateStyle: 'short', calendar: 'gregory' }", "۲۰۲۴/۳/۵"),
    ("hi", "{ dateStyle: 'full', timeStyle: 'short' }", "मंगलवार, 5 मार्च 2024 को 2:07 pm बजे"),
    ("th", "{ dateStyle: 'long', calendar: 'gregory' }", "5 มีนาคม ค.ศ. 2024"),
    ("vi", "{ dateStyle: 'full', timeStyle: 'short' }", "lúc 14:07 Thứ Ba, 5 tháng 3, 2024"),
    ("sr-Latn", "{ month: 'long', day: 'numeric' }", "5. mart"),
    ("sv", "{ dateStyle: 'short', timeStyle: 'short' }", "2024-03-05 14:07"),
    ("da", "{ hour: 'numeric', minute: 'numeric', second: 'numeric' }", "14.07.09"),
    ("nl", "{ timeZoneName: 'short' }", "5-3-2024, UTC"),
    ("tr", "{ hour: 'numeric', hour12: true, dayPeriod: 'long' }", "öğleden sonra 2"),
];

#[test]
fn dates_are_written_as_in_each_language() {
    let mut engine = Engine::new();
    for &(tag, options, expected) in DATES {
        let format = format!("new Intl.DateTimeFormat('{tag}', {{ timeZone: 'UTC', ...{options} }})");
        let date = "Date.UTC(2024, 2, 5, 14, 7, 9)";
        let text: String = engine.eval(&format!("{format}.format({date})")).expect("a text");
        assert_eq!(text, expected, "{tag} {options}");
        let parts = format!("{format}.formatToParts({date}).map(part => part.value).join('')");
        assert_eq!(engine.eval::<String>(&parts).expect("a text"), expected, "{tag} {options}");
        let again = format!("new Intl.DateTimeFormat(r.locale, r).format({date})");
        let again = format!("var f = {format}, r = f.resolvedOptions(); {again}");
        assert_eq!(engine.eval::<String>(&again).expect("a text"), expected, "{tag} {options}, from what it resolved");
    }
}

#[test]
fn lists_and_distances_are_written_as_in_each_language() {
    let mut engine = Engine::new();
    for (script, expected) in [
        ("new Intl.ListFormat('en-GB').format(['a', 'b', 'c'])", "a, b and c"),
        ("new Intl.ListFormat('el', { type: 'disjunction' }).format(['a', 'b', 'c'])", "a, b ή c"),
        ("new Intl.ListFormat('he').format(['א', 'ב', 'c'])", "א, ב ו-c"),
        ("new Intl.ListFormat('he').format(['a', 'ב'])", "a וב"),
        ("new Intl.ListFormat('zh-HK').format(['a', 'b', 'c'])", "a、b及c"),
        ("new Intl.RelativeTimeFormat('pl').format(-5, 'days')", "5 dni temu"),
        ("new Intl.RelativeTimeFormat('ar').format(2, 'day')", "خلال يومين"),
        ("new Intl.RelativeTimeFormat('de', { numeric: 'auto' }).format(-2, 'day')", "vorgestern"),
        ("new Intl.RelativeTimeFormat('en-GB', { style: 'narrow' }).format(3, 'hour')", "in 3 hr"),
    ] {
        assert_eq!(engine.eval::<String>(script).expect("a text"), expected, "{script}");
    }
}

/// Resolved options are text: changed bytes make other options, or an error.
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
        "('I' + '\\u0323'.repeat(6e6)).toLocaleLowerCase('lt')",
        "new Intl.ListFormat('es').format(long)",
        "new Date(8.64e15).toLocaleString('en', { timeZoneName: 'long' })",
        "new Date(-8.64e15).toLocaleString('ar-EG-u-ca-hebrew', { dateStyle: 'full', timeStyle: 'full' })",
        "new Intl.DateTimeFormat('th').formatRange(-8.64e15, 8.64e15)",
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

/// Texts of BigInts stay while room for their digits is made, which may collect. One of the limits is just enough for the room.
#[test]
fn digits_stay_while_room_is_made() {
    let script = "
        const big = 10n ** 60000n + 7n, format = new Intl.NumberFormat('en');
        let wrong = 0;
        for (let turn = 0; turn < 20; turn++) {
            const text = turn % 2 ? format.format(big) : big.toLocaleString('en');
            if (text.length !== 80001 || !text.startsWith('1,000,0') || !text.endsWith(',000,007')) wrong++;
        }
        `${wrong} of 20`";
    for step in 10..=24_usize {
        let outcome = run_limited(Engine::builder().memory_limit(step * 500_000), script);
        assert!(outcome.text() == Some("0 of 20") || matches!(outcome, Outcome::Stopped(_)), "{step}: {outcome:?}");
    }
    let outcome = run_limited(Engine::builder().memory_limit(64_000_000), script);
    assert_eq!(outcome.text(), Some("0 of 20"), "{outcome:?}");
}

/// Tags have a greatest length, and a list of them is memory of the script.
#[test]
fn lists_of_tags_are_counted() {
    let length = "
        const tag = 'en-x' + '-abcdefgh'.repeat(113);
        const of = (text) => { try { return Intl.getCanonicalLocales(text)[0].length } catch (error) { return error.name } };
        [of(tag), of(tag + '-abcdefgh')].join()";
    let outcome = run_limited(Engine::builder(), length);
    assert_eq!(outcome.text(), Some("1021,RangeError"), "{outcome:?}");
    let many = "
        const tags = Array.from({ length: 1000 }, (_, i) => 'en-x-' + i + '-ab'.repeat(300));
        `${Intl.getCanonicalLocales(tags).length}`";
    let outcome = run_limited(Engine::builder().memory_limit(500_000_000), many);
    assert_eq!(outcome.text(), Some("1000"), "{outcome:?}");
    let outcome = run_limited(Engine::builder().memory_limit(20_000_000), many);
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}

#[test]
fn huge_durations_are_refused() {
    let script = "
        const of = (duration) => {
            try { return new Intl.DurationFormat('en').format(duration) } catch (error) { return error.name }
        };
        [of({ days: 1e300 }), of({ hours: -1e300 }), of({ nanoseconds: Number.MAX_VALUE }), of('P1' + '0'.repeat(400) + 'D'),
         of({ seconds: Number.MAX_SAFE_INTEGER })].join('|')";
    let outcome = run_limited(Engine::builder(), script);
    assert_eq!(outcome.text(), Some("RangeError|RangeError|RangeError|RangeError|9,007,199,254,740,991 sec"));
}

/// The window grows while what is behind it may undo a break.
#[test]
fn breaks_are_those_of_the_whole_text() {
    let script = "
        const first = (granularity, text) =>
            new Intl.Segmenter('en', { granularity }).segment(text)[Symbol.iterator]().next().value.segment.length;
        const ones = '1'.repeat(300), marks = '\\u0301'.repeat(300);
        [first('sentence', 'a. ' + ones + 'b'), first('sentence', 'a. ' + ones + 'B'), first('sentence', 'a. ' + ones),
         first('sentence', 'a. ' + '1'.repeat(9000) + 'b'), first('word', 'a:' + marks + 'b'), first('word', 'a:' + marks),
         first('word', 'a:' + marks + ' b')].join()";
    let outcome = run_limited(Engine::builder(), script);
    assert_eq!(outcome.text(), Some("304,3,3,9004,303,1,1"), "{outcome:?}");
}
