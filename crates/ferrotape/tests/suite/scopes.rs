//! Values that are lent to scripts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use ferrotape::{AsContext, Class, ClassBuilder, Context, Engine, Error, Function, Instance};

#[derive(Default, Debug)]
struct World {
    score: u32,
}

/// The place where hostile code puts a lent value.
static STOLEN: Mutex<Option<Arc<World>>> = Mutex::new(None);

impl Class for World {
    const NAME: &'static str = "World";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.getter("score", |world: &World| world.score)?;
        class.setter("score", |world: &mut World, score: u32| world.score = score)?;
        class.method_mut("during", |_: &mut World, cx: &mut Context<'_>, f: Function| f.call::<()>(cx, ()))?;
        class.async_method("wait", |world: Arc<World>| async move {
            std::future::pending::<()>().await;
            world.score
        })?;
        class.async_method("steal", |world: Arc<World>| {
            *STOLEN.lock().expect("a place") = Some(world);
            async {}
        })
    }
}

fn engine() -> Engine {
    Engine::builder().native_stack(1 << 20).build().expect("an engine")
}

#[test]
fn values_come_back_however_it_ends() {
    let mut engine = engine();
    let (mut world, mut other) = (World { score: 1 }, World { score: 10 });
    engine
        .scope(|scope| {
            let lent = scope.lend(&mut world)?;
            scope.set_global("world", &lent)?;
            let second = scope.lend(&mut other)?;
            second.borrow_mut(scope, |other| other.score += 1)?;
            scope.enter(|cx| cx.global().set(cx, "other", &second))?;
            scope.eval::<()>("world.score += other.score; other.score = 0; globalThis.kept = world")
        })
        .expect("a scope");
    assert_eq!((world.score, other.score), (12, 0));
    let error = engine.scope(|scope| {
        let lent = scope.lend(&mut world)?;
        scope.set_global("world", &lent)?;
        scope.eval::<()>("world.score = 5; throw new Error('out')")
    });
    assert_eq!((error.unwrap_err().message(), world.score), ("Error: out", 5));
    let error = engine.scope(|scope| {
        let lent = scope.lend(&mut world)?;
        scope.set_global("world", &lent)?;
        scope.set_fuel(1000);
        scope.eval::<()>("world.score = 6; for (;;) ;")
    });
    assert!(error.unwrap_err().is_termination() && world.score == 6);
    engine.set_fuel(None);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        engine.scope(|scope| -> Result<(), Error> {
            let lent = scope.lend(&mut world)?;
            scope.set_global("world", &lent)?;
            scope.eval::<()>("world.score = 7")?;
            std::panic::resume_unwind(Box::new("on purpose"))
        })
    }));
    assert!(panicked.is_err() && world.score == 7);
}

#[test]
fn what_is_kept_is_empty() {
    let mut engine = engine();
    let mut world = World { score: 1 };
    let kept: Instance<World> = engine
        .scope(|scope| {
            let lent = scope.lend(&mut world)?;
            scope.set_global("world", &lent)?;
            Ok(lent)
        })
        .expect("a scope");
    for text in ["world.score", "world.score = 2", "world.during(() => 1)"] {
        let message = engine.eval::<()>(text).unwrap_err().message().to_owned();
        assert!(message.ends_with("was called on a World that the host has taken back"), "{message}");
    }
    assert!(kept.borrow(&mut engine, |world| world.score).is_err());
    assert!(kept.borrow_mut(&mut engine, |world| world.score).is_err());
    // It can be lent again, as another object.
    let score = engine.scope(|scope| {
        let lent = scope.lend(&mut world)?;
        assert_ne!(*lent, *kept);
        lent.borrow(scope, |world| world.score)
    });
    assert_eq!(score.expect("a scope"), 1);
    engine.collect_garbage();
}

#[test]
fn futures_that_have_it_are_dropped() {
    let mut engine = engine();
    let mut world = World { score: 3 };
    engine
        .scope(|scope| {
            let lent = scope.lend(&mut world)?;
            scope.set_global("world", &lent)?;
            scope.eval::<()>("world.wait()")
        })
        .expect("a scope");
    assert!(world.score == 3 && !engine.has_futures());
    let error = engine.scope(|scope| {
        let lent = scope.lend(&mut world)?;
        scope.set_global("world", &lent)?;
        scope.eval::<()>("world.steal()")
    });
    assert_eq!(error.unwrap_err().message(), "a value that was lent is still in use, and cannot be given back");
    assert_eq!(world.score, 0);
    assert_eq!(STOLEN.lock().expect("a place").take().expect("what was stolen").score, 3);
}

/// Without room, nothing is lost.
#[test]
fn a_value_that_cannot_be_lent_stays() {
    let mut engine = Engine::builder().memory_limit(4 << 20).build().expect("an engine");
    let mut world = World { score: 3 };
    let _ = engine.eval::<()>("var all = []; for (;;) all.push([1, 2, 3])");
    for _ in 0..3 {
        let _ = engine.scope(|scope| scope.lend(&mut world).map(drop));
        assert_eq!(world.score, 3);
    }
}
