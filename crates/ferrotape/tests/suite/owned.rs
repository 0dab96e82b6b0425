//! Script values that Rust values own: their owners and lifetimes.

use std::sync::{Arc, Mutex};

use ferrotape::class::Iter;
use ferrotape::{AsContext, Class, ClassBuilder, Context, Engine, Error, Function, Instance, Limits, Own};

/// A class with a handler, which can also be set through a shared reference.
#[derive(Default)]
struct Button {
    handler: Mutex<Option<Own<Function>>>,
}

impl Button {
    fn set(&self, handler: Own<Function>) {
        *self.handler.lock().expect("nobody panics") = Some(handler);
    }

    fn press(&self, cx: &mut Context<'_>) -> Result<u32, Error> {
        let handler = self.handler.lock().expect("nobody panics").clone();
        handler.ok_or_else(|| Error::new("no handler"))?.get(cx)?.call(cx, ())
    }
}

/// Another object that is created.
struct Other;

impl Class for Other {
    const NAME: &'static str = "Other";

    fn define(_: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        Ok(())
    }
}

impl Class for Button {
    const NAME: &'static str = "Button";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(Button::default)?;
        class.method("share", |button: &Button, handler: Own<Function>| button.set(handler))?;
        class.method_mut("change", |button: &mut Button, cx: &mut Context<'_>, handler: Own<Function>| {
            button.set(handler);
            // An object created meanwhile does not take it away.
            Instance::new(cx, Other)?;
            Ok::<_, Error>(Iter::new([1, 2]))
        })?;
        class.method("press", |button: &Button, cx: &mut Context<'_>| button.press(cx))
    }
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.register::<Button>().expect("a class");
    engine.define("other", |cx: &mut Context<'_>| Instance::new(cx, Other)).expect("a function");
    engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a function");
    engine
        .define("attach", |cx: &mut Context<'_>, button: Instance<Button>, handler: Own<Function>| {
            button.borrow_mut(cx, |button| button.set(handler))
        })
        .expect("a function");
    engine
        .define("second", |cx: &mut Context<'_>, handler: Own<Function>| {
            Instance::new(cx, Other)?;
            Instance::new(cx, Button { handler: Mutex::new(Some(handler)) })
        })
        .expect("a function");
    engine
}

#[test]
fn what_is_made_in_the_same_call_or_later_takes_nothing_away() {
    for made in [
        "(() => { const b = new Button; b.change(() => 42); return b })()",
        "(() => { const b = new Button; b.share(() => 42); return b })()",
        "(() => { const b = new Button; attach(b, () => 42); return b })()",
        "second(() => 42)",
    ] {
        let mut engine = engine();
        let text = format!("{{ const b = {made}; other(); gc(); globalThis.b = b }}");
        engine.eval::<()>(&text).expect("a script");
        engine.collect_garbage();
        assert_eq!(engine.eval::<u32>("other(); gc(); b.press()"), Ok(42), "{made}");
        assert_eq!(engine.eval::<u32>("gc(); b.press()"), Ok(42), "{made}");
    }
}

#[test]
fn cycles_through_every_way_to_have_a_value_are_collected() {
    let mut engine = engine();
    engine
        .eval::<()>(
            "globalThis.weak = [];
            for (const give of [(b, f) => b.change(f), (b, f) => b.share(f), attach]) (() => {
                const b = new Button;
                give(b, () => b);
                weak.push(new WeakRef(b));
            })();
            (() => { const cell = {}; cell.b = second(() => cell); weak.push(new WeakRef(cell.b)) })()",
        )
        .expect("a script");
    for _ in 0..2 {
        engine.collect_garbage();
        engine.eval::<()>("0").expect("a run");
    }
    engine.collect_garbage();
    assert_eq!(engine.eval::<Vec<bool>>("weak.map(ref => ref.deref() === undefined)"), Ok(vec![true; 4]));
}

#[test]
fn a_value_outside_of_calls_belongs_to_the_next_object_that_is_made() {
    let mut engine = engine();
    let handler: Function = engine.eval("() => 42").expect("a function");
    let handler = Own::new(&mut engine, handler).expect("owned");
    let changed = Instance::new(&mut engine, Other).and_then(|_| Instance::new(&mut engine, Button::default()));
    let changed = changed.expect("an object");
    let late: Function = engine.eval("() => 43").expect("a function");
    let late = Own::new(&mut engine, late).expect("owned");
    changed.borrow_mut(&mut engine, |button| button.set(late)).expect("nobody else has it");
    let made = Instance::new(&mut engine, Button { handler: Mutex::new(Some(handler)) }).expect("an object");
    drop(made);
    engine.collect_garbage();
    assert_eq!(changed.call_method::<u32>(&mut engine, "press", ()), Ok(43));
}

#[test]
fn owners_that_own_nothing_for_long_leave_nothing_behind() {
    let mut engine = engine();
    let last = Arc::new(Mutex::new(None));
    let place = Arc::clone(&last);
    engine.define("keep", move |handler: Own<Function>| *place.lock().unwrap() = Some(handler)).expect("a function");
    let turn = "{ const f = () => 1; for (let i = 0; i < 500; i++) keep(f); const b = new Button; for (let i = 0; i < 500; i++) b.share(f) }";
    let measured = |engine: &mut Engine| {
        engine.eval::<()>(turn).expect("a script");
        engine.collect_garbage();
        engine.eval::<()>("0").expect("a run");
        engine.collect_garbage();
        engine.stats().live_bytes
    };
    let before = (0..3).map(|_| measured(&mut engine)).max();
    let after = (0..20).map(|_| measured(&mut engine)).max();
    assert!(after <= before.map(|before| before + 4096), "{before:?} {after:?}");
    // It still acts as the handle that it was made as.
    let kept = last.lock().unwrap().clone().expect("one was kept");
    assert_eq!(kept.get(&mut engine).and_then(|f| f.call::<u8>(&mut engine, ())), Ok(1));
    for _ in 0..1000 {
        let f: Function = kept.get(&mut engine).expect("it is there");
        let _ = Own::new(&mut engine, f).expect("owned");
    }
    let ended = engine.with_limits(&Limits::new().fuel(10_000), |cx| cx.eval::<()>("for (;;) keep(() => 1)"));
    assert!(ended.unwrap_err().is_termination());
    assert_eq!(engine.eval::<u8>("keep(() => 2); 1"), Ok(1));
}
