//! Conversions of values that change meanwhile, that are larger in Rust than in the script, or at the end of their
//! range.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Wake, Waker};
use std::time::Duration;

use ferrotape::handles::{BigInt, Bytes, JsString, Map};
use ferrotape::{AsContext, CancelToken, Engine, Error, FromJs, Limits, Object, Promise, Termination};

/// Far below what the conversions would take.
const LIMIT: usize = 16 << 20;

/// Checks a conversion whose result is much larger than the script's value.
fn is_stopped<T: FromJs>(script: &str) {
    let mut engine = Engine::builder().memory_limit(LIMIT).timeout(Duration::from_secs(20)).build().expect("an engine");
    let before = engine.stats().bytes;
    let error = engine.eval::<T>(script).err().unwrap_or_else(|| panic!("{script} was converted"));
    assert_eq!(error.kind(), ferrotape::ErrorKind::Termination(Termination::OutOfMemory), "{script}: {error}");
    // Tables of properties go with the shapes that the first collection has freed.
    engine.collect_garbage();
    engine.collect_garbage();
    assert!(engine.stats().bytes < before + (1 << 20), "{script}: what was on loan is back");
    assert_eq!(engine.eval::<u8>("1 + 1").expect("a usable engine"), 2);
}

#[test]
fn tuples_end_at_an_element_too_many() -> Result<(), Error> {
    let mut engine = Engine::builder().fuel(1_000_000).build()?;
    // Whoever reads an element of this list makes it longer by one.
    let list = "var list = [], grow = { get() { Object.defineProperty(list, list.length, grow); return 1 } };
        Object.defineProperty(list, 0, grow); Object.defineProperty(list, 1, grow);";
    let error = engine.eval::<(f64, f64)>(&format!("{list} list")).expect_err("too many");
    assert!(error.message().contains("expected an array of 2 elements, found one of 3 elements"), "{error}");
    assert_eq!(engine.eval::<u32>("list.length")?, 5);
    Ok(())
}

#[test]
fn shared_parts_count_as_often_as_they_are_copied() {
    is_stopped::<Vec<Vec<f64>>>("Array(1000).fill(Array(10_000).fill(1))");
    is_stopped::<Vec<Bytes>>("Array(100).fill(new Uint8Array(1 << 20))");
    is_stopped::<Vec<BigInt>>("Array(100).fill(1n << 8_000_000n)");
    is_stopped::<Vec<HashSet<u32>>>("Array(1000).fill(new Set(Array(10_000).keys()))");
    is_stopped::<Vec<BTreeSet<u32>>>("Array(1000).fill(new Set(Array(10_000).keys()))");
    let map = "Array(1000).fill(new Map(Array.from({ length: 10_000 }, (_, i) => [i, i])))";
    is_stopped::<Vec<Box<[u64; 100]>>>("Array(20_000).fill(Array(100).fill(1))");
    is_stopped::<Vec<HashMap<u32, u32>>>(map);
    is_stopped::<Vec<BTreeMap<u32, u32>>>(map);
}

#[test]
fn shared_parts_count_by_way_of_serde() {
    use ferrotape::Json;
    is_stopped::<Json<Vec<Vec<f64>>>>("Array(1000).fill(Array(10_000).fill(1))");
    is_stopped::<Json<Vec<HashMap<u32, u32>>>>(
        "Array(1000).fill(Object.fromEntries(Array(10_000).keys().map(i => [i, i])))",
    );
    is_stopped::<Json<Vec<HashMap<String, u8>>>>(
        "Array(1000).fill(Object.fromEntries(Array(1000).keys().map(i => [i + 'x'.repeat(50), 1])))",
    );
    is_stopped::<Json<Vec<HashMap<String, ()>>>>("Array(100).fill({ ['x'.repeat(1e6)]: null })");
    is_stopped::<Json<Vec<HashMap<[u64; 30], ()>>>>(
        "Array(100).fill(new Map(Array.from({ length: 1000 }, (_, i) => [Array(30).fill(i), null])))",
    );
    // Each byte becomes 16 bytes.
    is_stopped::<Json<Vec<u128>>>("new Uint8Array(2 << 20).buffer");
    is_stopped::<Json<Vec<Box<[u64; 30]>>>>("Array(100_000).fill(Array(30).fill(1))");
}

#[test]
fn sets_of_endless_iterations_end() {
    is_stopped::<HashSet<u64>>("(function* () { for (let i = 0; ; i++) yield i })()");
    is_stopped::<BTreeSet<u64>>("(function* () { for (let i = 0; ; i++) yield i })()");
}

#[test]
fn copies_that_the_host_has_got_count_no_longer() -> Result<(), Error> {
    let mut engine = Engine::builder().memory_limit(LIMIT).build()?;
    engine.run("list.js", "var list")?;
    let object: Object = engine.eval("({ text: 'x'.repeat(100_000), list: Array(10_000).fill(1) })")?;
    engine.with_limits(&Limits::new().memory(4 << 20), |cx| {
        for _ in 0..1000 {
            assert_eq!(object.get::<String>(cx, "text")?.len(), 100_000);
            assert_eq!(object.get::<Vec<f64>>(cx, "list")?.len(), 10_000);
            assert_eq!(cx.eval::<Vec<f64>>("list ??= Array(10_000).fill(1)")?.len(), 10_000);
        }
        Ok(())
    })?;
    let texts: Object = engine.eval("(function* () { for (let i = 0; i < 1000; i++) yield 'x'.repeat(100_000) })()")?;
    let mut count = 0;
    texts.iterate(&mut engine, |_, text: String| {
        count += usize::from(text.len() == 100_000);
        Ok(true)
    })?;
    assert_eq!(count, 1000);
    Ok(())
}

#[test]
fn garbage_leaves_room_for_copies() -> Result<(), Error> {
    let mut engine = Engine::builder().memory_limit(LIMIT).build()?;
    for make in ["'λ'.repeat(1 << 20)", "Array(300_000).fill(1.5)", "new Uint8Array(4 << 20)", "1n << 16_000_000n"] {
        let leave_garbage = "for (let i = 0; i < 6; i++) new Uint8Array(2 << 20);";
        let script = format!("{leave_garbage} {make}");
        match make.as_bytes()[0] {
            b'\'' => assert_eq!(engine.eval::<String>(&script)?.len(), 2 << 20),
            b'A' => assert_eq!(engine.eval::<Vec<f64>>(&script)?.len(), 300_000),
            b'n' => assert_eq!(engine.eval::<Bytes>(&script)?.0.len(), 4 << 20),
            _ => assert!(engine.eval::<BigInt>(&script)? > BigInt::from(1)),
        }
    }
    Ok(())
}

#[test]
fn what_a_map_gives_stays_while_it_is_converted() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.define("collect", |cx: &mut ferrotape::Context<'_>| cx.collect_garbage())?;
    let map: Map = engine.eval(
        "const map = new Map;
        const first = { get x() { map.delete('k'); collect(); for (let i = 0; i < 1000; i++) [{ x: -i }]; return 1 } };
        map.set('k', [first, { x: 2 }]);
        map",
    )?;
    let found: Option<Vec<BTreeMap<String, i32>>> = map.get(&mut engine, "k")?;
    let found: Vec<_> = found.expect("it was there").into_iter().map(|entry| entry["x"]).collect();
    assert_eq!(found, [1, 2]);
    Ok(())
}

#[test]
fn exports_live_beyond_the_turn_that_made_them() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.define_module("host:lists", |cx, exports| {
        cx.enter(|cx| exports.value(cx, "list", vec!["one".to_owned(), "two".to_owned()]))?;
        cx.collect_garbage();
        cx.eval::<()>("for (let i = 0; i < 1000; i++) ['other', { i }]")
    })?;
    let main = engine.run_module("main.mjs", "import { list } from 'host:lists'; export const text = list.join()")?;
    assert_eq!(main.as_object().expect("a namespace").get::<String>(&mut engine, "text")?, "one,two");

    let mut other = Engine::new();
    let mixed = engine.define_module("host:mixed", |_, exports| other.enter(|cx| exports.value(cx, "own", vec![1])));
    assert!(mixed.unwrap_err().message().contains("another engine"));
    Ok(())
}

#[test]
fn pieces_of_texts_keep_pairs_together() -> Result<(), Error> {
    let mut engine = Engine::new();
    for lone in ["", "\\ud83d", "\\ude00", "\\ud83d\\ud83d"] {
        for before in (1 << 14) - 3..(1 << 14) + 2 {
            let text: JsString = engine.eval(&format!("'x'.repeat({before}) + '{lone}😀😀y'"))?;
            let mut written = String::new();
            text.write_to(&mut engine, |piece| {
                written.push_str(piece);
                Ok(())
            })?;
            assert_eq!(written, text.to_text(&mut engine)?, "{lone} after {before}");
        }
    }
    Ok(())
}

#[test]
fn integers_of_128_bits_have_all_of_their_range() -> Result<(), Error> {
    let mut engine = Engine::new();
    assert_eq!(engine.eval::<u128>("2 ** 127")?, 1 << 127);
    assert_eq!(engine.eval::<u128>("1e31")?, 1e31 as u128);
    assert_eq!(engine.eval::<i128>("-(2 ** 127)")?, i128::MIN);
    for text in ["2 ** 128", "-1"] {
        assert!(engine.eval::<u128>(text).unwrap_err().message().contains("expected an integer from 0 to"), "{text}");
    }
    for text in ["2 ** 127", "-1e39"] {
        assert!(engine.eval::<i128>(text).unwrap_err().message().contains("expected an integer from -"), "{text}");
    }
    let error = engine.eval::<u8>("1e40").unwrap_err();
    assert_eq!(error.message(), "expected an integer from 0 to 255, found 1e+40");
    assert_eq!(engine.eval::<u8>("1/0").unwrap_err().message(), "expected an integer, found Infinity");
    Ok(())
}

#[test]
fn types_with_lifetimes_are_derived() -> Result<(), Error> {
    #[derive(FromJs, ferrotape::IntoJs)]
    struct Line<'a> {
        text: Cow<'a, str>,
    }
    fn of<'a>(engine: &mut Engine, text: &str) -> Result<Line<'a>, Error> {
        engine.eval(text)
    }
    let mut engine = Engine::new();
    assert_eq!(of(&mut engine, "({ text: 'a\\ud800b' })")?.text, "a\u{fffd}b");
    Ok(())
}

/// A waker of an executor that polls at once and cancels again.
struct Again {
    token: CancelToken,
    woken: AtomicUsize,
}

impl Wake for Again {
    fn wake(self: Arc<Self>) {
        self.woken.fetch_add(1, Ordering::SeqCst);
        self.token.cancel();
    }
}

#[test]
fn whoever_a_cancel_token_wakes_may_use_it() -> Result<(), Error> {
    let token = CancelToken::new();
    let again = Arc::new(Again { token: token.clone(), woken: AtomicUsize::new(0) });
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || -> Result<(), Error> {
        let mut engine = Engine::new();
        // Something else is to settle it.
        engine.define("wait", std::future::pending::<()>)?;
        let promise: Promise = engine.eval("wait()")?;
        let limits = Limits::new().cancel(&token);
        let mut driven = std::pin::pin!(promise.wait::<()>(&mut engine).limits(limits));
        let waker = Waker::from(Arc::clone(&again));
        let mut task = std::task::Context::from_waker(&waker);
        assert!(driven.as_mut().poll(&mut task).is_pending());
        token.cancel();
        let is_over = matches!(driven.as_mut().poll(&mut task), std::task::Poll::Ready(Err(_)));
        let _ = sender.send((is_over, again.woken.load(Ordering::SeqCst)));
        Ok(())
    });
    let (is_over, woken) = ended.recv_timeout(Duration::from_secs(20)).expect("nobody waits for a lock");
    assert!(is_over && woken >= 1);
    Ok(())
}

/// Floats round. A finite number that becomes infinite is out of range.
#[test]
fn floats_have_a_range() {
    let mut engine = Engine::new();
    for (text, expected) in [
        ("0.1", 0.1f32),
        ("3.4028235e38", f32::MAX),
        ("-3.4028235e38", f32::MIN),
        ("3.4028235677973362e38", f32::MAX),
        ("Infinity", f32::INFINITY),
        ("-Infinity", f32::NEG_INFINITY),
        ("1e-300", 0.0),
    ] {
        assert_eq!(engine.eval::<f32>(text).expect(text), expected, "{text}");
    }
    assert!(engine.eval::<f32>("NaN").expect("a number").is_nan());
    for text in ["1e300", "-1e300", "3.4028235677973366e38"] {
        let error = engine.eval::<f32>(text).unwrap_err();
        assert_eq!(error.name(), Some("RangeError"), "{text}");
        assert!(error.message().starts_with("expected a number from -3.4028235e38 to 3.4028235e38, found "), "{error}");
    }
    assert_eq!(engine.eval::<f64>("1e300").expect("a number"), 1e300);
}
