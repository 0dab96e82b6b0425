//! Host functions that share a name in a realm: they are distinguished by their place when the first code was loaded.

use ferrotape::handles::Realm;
use ferrotape::{Backend, Context, Engine, Error, Function, Object};

/// Defines functions in the current realm: each at `place.read`, with a name and a result.
fn define(engine: &mut Engine, functions: &[(&str, &str, u32)]) -> Result<(), Error> {
    for &(place, name, gives) in functions {
        let function = Function::new(engine, name, move || gives)?;
        let object = Object::new(engine)?;
        object.set(engine, "read", function)?;
        engine.set_global(place, object)?;
    }
    Ok(())
}

fn ready(functions: &[(&str, &str, u32)]) -> Engine {
    let mut engine = Engine::new();
    define(&mut engine, functions).expect("room");
    engine
}

const READERS: [(&str, &str, u32); 4] =
    [("first", "read", 1), ("second", "read", 2), ("third", "other", 3), ("fourth", "read", 4)];

fn refused(bytes: &[u8], engine: Engine) -> String {
    let message = Engine::restore_into(engine, bytes).err().expect("it is refused").message().to_owned();
    message.strip_prefix("no engine can be restored: ").expect("it is not read").to_owned()
}

#[test]
fn functions_of_one_name_are_told_by_their_places() {
    for backend in [Backend::Register, Backend::Stack] {
        // In any order of definition.
        let host = |start: usize| {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            define(&mut engine, &[&READERS[start..], &READERS[..start]].concat()).expect("room");
            engine
        };
        let mut first = host(0);
        let text = "const kept = [fourth.read, first.read, second.read]; first = null; kept[0].own = 'x'; delete second.read; fourth.read = kept[2];
            const tell = () => [...kept, third.read, fourth.read].map(f => f()) + kept[0].own + (fourth.read === kept[2]) + kept[1].name";
        first.run("a.js", text).expect("a script that ends");
        let bytes = first.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(host(1), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut copied = Engine::restore_into(host(2), &again).expect("what was written again");
        let of_fork = copied.fork().expect("a copy").snapshot().expect("so can a copy");
        let mut of_fork = Engine::restore_into(host(3), &of_fork).expect("what was written of a copy");
        for engine in [&mut first, &mut restored, &mut copied, &mut of_fork] {
            assert_eq!(engine.eval::<String>("tell()").expect("a text"), "4,1,2,3,2xtrueread");
        }
    }
}

#[test]
fn what_is_not_where_it_was_is_named() {
    let mut first = ready(&READERS);
    first.run("a.js", "const kept = second.read; delete globalThis.first").expect("a script that ends");
    let bytes = first.snapshot().expect("all of it can be written");
    // Further definitions do not matter.
    let more = [("zeroth", "read", 0), ("fifth", "more", 5), READERS[3], READERS[1], READERS[2]];
    let mut restored = Engine::restore_into(ready(&more), &bytes).expect("what was written");
    assert_eq!(restored.eval::<String>("kept() + ' ' + fourth.read()").expect("a text"), "2 4");
    let moved = [READERS[0], ("other", "read", 2), READERS[2], READERS[3]];
    let alone = [READERS[0], READERS[2]];
    let unnamed = [READERS[0], ("second", "other", 2), READERS[2], READERS[3]];
    for functions in [&moved[..], &alone, &unnamed] {
        assert_eq!(refused(&bytes, ready(functions)), "the host has no function 'read' at second.read");
    }
    assert_eq!(refused(&bytes, ready(&[READERS[1], READERS[2]])), "the host has no function 'read' at fourth.read");
    assert_eq!(refused(&bytes, ready(&[READERS[2]])), "the host has no function 'read'");
}

/// No stored properties of objects lead to them.
#[test]
fn what_was_nowhere_is_an_error() {
    let mut engine = ready(&READERS[..1]);
    let other = Function::new(&mut engine, "read", || 2).expect("room");
    engine.set_global("list", [other]).expect("room");
    let message = engine.snapshot().expect_err("one of them has no place").message().to_owned();
    assert!(message.ends_with("with two functions of the host by the name 'read', at list[0]"), "{message}");
    // The same holds for one that is far from the global object.
    let mut engine = ready(&READERS[..1]);
    let mut object = engine.global();
    for _ in 0..30 {
        let inner = Object::new(&mut engine).expect("room");
        object.set(&mut engine, "inner", inner.clone()).expect("room");
        object = inner;
    }
    let other = Function::new(&mut engine, "read", || 2).expect("room");
    object.set(&mut engine, "read", other).expect("room");
    let message = engine.snapshot().expect_err("it is far away").message().to_owned();
    assert!(message.contains("with two functions of the host by the name 'read', at inner.inner"), "{message}");
}

/// A single function is found by its name, however many there were before.
#[test]
fn a_name_of_one_function_is_enough() {
    let mut first = ready(&[("first", "read", 1), ("first", "read", 2)]);
    let bytes = first.snapshot().expect("all of it can be written");
    for functions in [&[("first", "read", 2)][..], &[("first", "read", 1), ("first", "read", 2)]] {
        let mut restored = Engine::restore_into(ready(functions), &bytes).expect("what was written");
        assert_eq!(restored.eval::<u32>("first.read()").expect("a number"), 2);
    }
    let mut both = ready(&[("first", "read", 1), ("second", "read", 2)]);
    both.run("a.js", "delete globalThis.first").expect("a script that ends");
    let bytes = both.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(ready(&[("second", "read", 2)]), &bytes).expect("what was written");
    assert_eq!(restored.eval::<u32>("second.read()").expect("a number"), 2);
    let first_alone = ready(&[("first", "read", 1)]);
    assert_eq!(refused(&bytes, first_alone), "the host has no function 'read' at second.read");
    let mut restored = Engine::restore_into(ready(&[("first", "read", 1), ("second", "read", 2)]), &bytes);
    let restored = restored.as_mut().expect("what was written");
    assert_eq!(restored.eval::<String>("typeof first + second.read()").expect("a text"), "undefined2");
}

/// A function defined after a script may depend on what the script has done.
#[test]
fn what_is_defined_late_has_no_place() {
    fn fresh(cx: &mut Context<'_>, gives: u32) -> Result<Function, Error> {
        Function::new(cx, "made", move || gives)
    }
    let host = || {
        let mut engine = Engine::new();
        engine.define("fresh", fresh).expect("a function");
        let made = Function::new(&mut engine, "made", || 0).expect("room");
        engine.set_global("made", made).expect("room");
        engine
    };
    let mut first = host();
    first.run("a.js", "const own = fresh(7)").expect("a script that ends");
    let message = first.snapshot().expect_err("one of them was made later").message().to_owned();
    assert!(message.ends_with("with two functions of the host by the name 'made', at own"), "{message}");
    first.run("b.js", "delete globalThis.made").expect("a script that ends");
    let bytes = first.snapshot().expect("only one is left");
    // It is matched with the host's function of that name, and with none of two.
    assert_eq!(Engine::restore_into(host(), &bytes).and_then(|mut engine| engine.eval::<u32>("own()")), Ok(0));
    let mut two = host();
    define(&mut two, &[("second", "made", 2)]).expect("room");
    assert_eq!(refused(&bytes, two), "the host has two functions 'made'");

    // The same holds for functions that the host itself defines then.
    let mut first = Engine::new();
    first.run("a.js", "1").expect("a script that ends");
    define(&mut first, &READERS).expect("room");
    let message = first.snapshot().expect_err("a script was there").message().to_owned();
    assert!(message.ends_with("with two functions of the host by the name 'read', at second.read"), "{message}");
}

#[test]
fn each_realm_has_places_of_its_own() {
    let host = |inner: &[(&str, &str, u32)]| -> (Engine, Option<Realm>) {
        let mut engine = ready(&READERS[..2]);
        let realm = (!inner.is_empty()).then(|| engine.new_realm().expect("room"));
        realm.iter().for_each(|realm| engine.in_realm(realm, |engine| define(engine, inner)).expect("room"));
        define(&mut engine, &READERS[3..]).expect("room");
        (engine, realm)
    };
    let begun = |inner: &[(&str, &str, u32)]| {
        let (mut engine, realm) = host(inner);
        engine.set_global("other", realm.expect("it is made").global()).expect("room");
        let text = "const tell = () => [first, second, fourth, other.first, other.second, other.fourth].map(o => o?.read()).join()";
        engine.run("a.js", text).expect("a script that ends");
        engine
    };
    let two = [("first", "read", 11), ("second", "read", 12)];
    let mut engine = begun(&two);
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(host(&two).0, &bytes).expect("what was written");
    for engine in [&mut engine, &mut restored] {
        assert_eq!(engine.eval::<String>("tell()").expect("a text"), "1,2,4,11,12,");
    }
    let none = "the host has no function 'read' in a further realm";
    assert_eq!(refused(&bytes, host(&[("third", "other", 3)]).0), none);
    let one = "the host has no function 'read' at first.read in a further realm";
    assert_eq!(refused(&bytes, host(&two[1..]).0), one);

    // A realm made while restoring has those of the first.
    let three = [two[0], two[1], ("fourth", "read", 14)];
    let bytes = begun(&three).snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(host(&[]).0, &bytes).expect("what was written");
    let again = restored.snapshot().expect("it can be written again");
    let mut copied = Engine::restore_into(host(&[]).0, &again).expect("what was written again");
    for engine in [&mut restored, &mut copied] {
        assert_eq!(engine.eval::<String>("tell()").expect("a text"), "1,2,4,1,2,4");
    }
}

/// Members of a class are numbered there, even if other functions share their names.
#[ferrotape::class(save)]
struct Reader(u32);

#[ferrotape::methods]
impl Reader {
    #[js(constructor)]
    fn new() -> Self {
        Reader(100)
    }

    fn read(&self) -> u32 {
        self.0
    }
}

#[test]
fn members_of_classes_are_not_among_them() {
    let host = |is_before: bool| {
        let mut engine = Engine::new();
        if is_before {
            engine.register::<Reader>().expect("a class");
        }
        define(&mut engine, &READERS).expect("room");
        if !is_before {
            engine.register::<Reader>().expect("a class");
        }
        engine
    };
    let mut engine = host(true);
    engine.run("a.js", "const { read } = Reader.prototype, own = second.read").expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    for is_before in [true, false] {
        let mut restored = Engine::restore_into(host(is_before), &bytes).expect("what was written");
        let told =
            restored.eval::<String>("[own(), first.read(), fourth.read(), read === Reader.prototype.read].join()");
        assert_eq!(told.expect("a text"), "2,1,4,true");
    }
}

#[test]
fn any_bytes_of_functions_of_one_name_are_an_error_or_an_engine() {
    let empty = || {
        let mut engine = super::hostile::narrow();
        define(&mut engine, &READERS).expect("room");
        engine
    };
    let mut engine = empty();
    let text = "const kept = [fourth.read, first.read, second.read], tell = () => kept.map(f => f()).join()";
    engine.run("a.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    super::hostile::any_bytes_of(&bytes, bytes.len() / 3, empty, &["tell()", "third.read(); second.read()"]);
}
