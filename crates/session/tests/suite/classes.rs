//! Classes of the host, by operations.

use std::sync::{Arc, Mutex};

use ferrotape_session::{Item, Op, Status};

use crate::support::{Session, handle, member};

/// The id of the host's object 0.
const FIRST: u64 = 1 << 52;

fn record(members: &[(&str, f64)]) -> Item {
    Item::Record(members.iter().map(|(name, id)| ((*name).to_owned(), (*id).into())).collect())
}

/// Defines the class `Counter`, whose objects are numbered from 7 on. Returns the session and the counts by object.
fn with_counter() -> (Session, Arc<Mutex<Vec<f64>>>) {
    let mut session = Session::new();
    let counts: Arc<Mutex<Vec<f64>>> = Arc::default();
    let numbers = |input: &[u8]| -> Vec<f64> {
        let Ok(Item::List(items)) = Item::decode(input) else { panic!("{input:?}") };
        items.iter().filter_map(Item::as_number).collect()
    };
    let all = Arc::clone(&counts);
    session.function("a", 1, move |input| {
        let mut all = all.lock().unwrap();
        all.push(numbers(input).first().copied().unwrap_or(0.0));
        Ok(Item::Number(6.0 + all.len() as f64).encode())
    });
    let all = Arc::clone(&counts);
    session.function("b", 2, move |input| {
        let [it, by] = numbers(input)[..] else { panic!("{input:?}") };
        all.lock().unwrap()[it as usize - 7] += by;
        Ok(vec![0])
    });
    let all = Arc::clone(&counts);
    session
        .function("c", 3, move |input| Ok(Item::Number(all.lock().unwrap()[numbers(input)[0] as usize - 7]).encode()));
    session.function("d", 4, |_| Ok(Item::from("static").encode()));
    let members = Item::Record(vec![
        ("construct".into(), 1.0.into()),
        ("methods".into(), record(&[("add", 2.0)])),
        ("getters".into(), record(&[("count", 3.0)])),
        ("statics".into(), record(&[("what", 4.0)])),
    ]);
    session.call(Op::Class, &["lib.Counter".into(), members], &[]).unwrap();
    (session, counts)
}

/// Returns the bytes of a number as LEB128.
fn leb128(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

/// Returns the bytes of the host's object with that number.
fn object(number: u64, class: &str) -> Vec<u8> {
    [vec![23, 1], leb128(FIRST + number), Item::from(class).encode()].concat()
}

fn set(session: &mut Session, name: &str, bytes: &[u8]) -> Result<Vec<u8>, (Status, Item, Vec<u8>)> {
    let pair = [&[12, 2][..], &Item::from(name).encode(), bytes].concat();
    session.call(Op::Set, &[0.0.into()], &pair)
}

#[test]
fn scripts_make_objects_of_the_host() {
    let (mut session, counts) = with_counter();
    assert_eq!(
        session.item("var c = new lib.Counter(40); c.add(2); `${c.count} ${lib.Counter.what()}`"),
        "42 static".into()
    );
    assert_eq!(*counts.lock().unwrap(), [42.0]);
    assert_eq!(handle(&session.eval("c").unwrap()), (FIRST + 7) as f64);
    assert_eq!(
        session.item("class Mine extends lib.Counter { get half() { return this.count / 2 } }; new Mine(4).half"),
        2.0.into()
    );
    for (source, message) in [
        ("lib.Counter(1)", "new"),
        (
            "lib.Counter.prototype.add.call({}, 1)",
            "lib.Counter.prototype.add was called on a value that is not an instance of lib.Counter",
        ),
        ("Reflect.construct(lib.Counter, [1], Object).add(1)", "is not a function"),
    ] {
        let (_, error, _) = session.eval(source).unwrap_err();
        assert!(member(&error, "message").contains(message), "{source}: {error:?}");
    }
}

#[test]
fn an_object_of_the_host_is_the_same_for_the_same_number() {
    let (mut session, counts) = with_counter();
    *counts.lock().unwrap() = vec![1.0, 2.0];
    set(&mut session, "a", &object(8, "lib.Counter")).unwrap();
    set(&mut session, "b", &object(8, "lib.Counter")).unwrap();
    assert_eq!(session.item("a === b && a instanceof lib.Counter && a.count === 2"), true.into());
    let (_, error, _) = set(&mut session, "x", &object(9, "lib.None")).unwrap_err();
    assert!(member(&error, "message").contains("there is no class lib.None"), "{error:?}");
    // Without a class: scripts see nothing of it.
    set(&mut session, "it", &object(3, "")).unwrap();
    assert_eq!(session.item("typeof it + Reflect.ownKeys(it).length + ('count' in it)"), "object0false".into());
    assert_eq!(session.eval("it").unwrap()[..2], [23, 1]);
}

#[test]
fn what_no_script_has_is_told_once() {
    let (mut session, _) = with_counter();
    session.eval("globalThis.kept = new lib.Counter(0); for (let i = 0; i < 100; i++) new lib.Counter(i)").unwrap();
    let mut gone = Vec::new();
    for _ in 0..50 {
        session.eval("{ let all = []; for (let i = 0; i < 100; i++) all.push(new Array(1000).fill(i)) }").unwrap();
        let Ok(Item::List(numbers)) = Item::decode(&session.call(Op::Gone, &[], &[]).unwrap()) else { panic!() };
        gone.extend(numbers.iter().filter_map(Item::as_number));
    }
    assert!(gone.len() >= 90, "{gone:?}");
    let count = gone.len();
    gone.sort_by(f64::total_cmp);
    gone.dedup();
    assert!(gone.len() == count && !gone.contains(&7.0), "{gone:?}");
    assert_eq!(session.item("kept.count"), 0.0.into());
}

#[test]
fn classes_are_refused_where_they_are_none() {
    let mut session = Session::new();
    for input in [
        vec!["C".into()],
        vec!["C".into(), record(&[("construct", -1.0)])],
        vec!["C".into(), Item::Record(vec![("methods".into(), record(&[("a", 0.5)]))])],
    ] {
        assert_eq!(session.status(Op::Class, &input, &[]).0, Status::Refused, "{input:?}");
    }
    let members = Item::Record(vec![("extends".into(), "None".into())]);
    let (_, error, _) = session.call(Op::Class, &["C".into(), members], &[]).unwrap_err();
    assert!(member(&error, "message").contains("there is no class None"), "{error:?}");
    // A constructor that gives no number, one of nobody, and members with names like those of all objects.
    session.function("f", 1, |_| Ok(Item::from("x").encode()));
    for (id, told) in [(1.0, "gives no object"), (99.0, "")] {
        let members =
            Item::Record(vec![("construct".into(), id.into()), ("methods".into(), record(&[("__proto__", 1.0)]))]);
        session.call(Op::Class, &["__proto__x".into(), members], &[]).unwrap();
        let (status, error, _) = session.eval("new __proto__x()").unwrap_err();
        assert!(status == Status::Threw && member(&error, "message").contains(told), "{error:?}");
    }
}

#[test]
fn nothing_is_made_where_the_prototype_is_not_to_be_had() {
    let (mut session, counts) = with_counter();
    // The class asks for it first, and then for the object of the host.
    let target = "new Proxy(function () {}, { get() { if (asked++) throw 'none'; return {} } })";
    let source =
        format!("let asked = 0; try {{ Reflect.construct(lib.Counter, [1], {target}) }} catch (e) {{ e + asked }}");
    assert_eq!(session.item(&source), "none2".into());
    assert!(counts.lock().unwrap().is_empty());
}

#[test]
fn held_values_tell_which_objects_they_are() {
    let mut session = Session::with(vec![("hold", true.into())]);
    let seen: Arc<Mutex<Vec<Item>>> = Arc::default();
    session.function("a", 1, |_| Ok(Item::Number(7.0).encode()));
    let all = Arc::clone(&seen);
    session.function("b", 2, move |input| {
        let Ok(Item::List(items)) = Item::decode(input) else { panic!("{input:?}") };
        all.lock().unwrap().extend(items);
        Ok(vec![0])
    });
    let members = Item::Record(vec![("construct".into(), 1.0.into()), ("methods".into(), record(&[("add", 2.0)]))]);
    session.call(Op::Class, &["C".into(), members], &[]).unwrap();
    for (source, number) in [("new C()", 7.0.into()), ("({})", Item::Undefined), ("1", Item::Undefined)] {
        let held = session.item(source);
        let told = session.call(Op::NumberOf, &[held], &[]).unwrap();
        assert_eq!(Item::decode(&told), Ok(number), "{source}");
    }
    assert_eq!(session.call(Op::NumberOf, &[0.0.into()], &[]).unwrap_err().0, Status::Threw);
    session.eval("new C().add('x')").unwrap();
    let seen = seen.lock().unwrap();
    // The number of the object as it is, and the handle of the argument.
    assert_eq!((seen.len(), &seen[0]), (2, &7.0.into()));
    assert!(seen[1].as_number() >= Some(4_294_967_296.0), "{seen:?}");
}
