//! Handles of engines and of values, and functions of the host.

use ferrotape_session::{Handle, Item, Op, Status};

use crate::support::{Session, handle, member, number};

#[test]
fn functions_and_instances_stay_in_the_engine() {
    let mut session = Session::new();
    let add = session.eval("(function add(a, b) { return this.base + a + b })").expect("a function");
    assert_eq!(add[1], 0);
    // this, 1, 2
    let arguments = [&[12, 3][..], &[14, 8, 4, b'b', b'a', b's', b'e', 4, 20, 15], &[4, 2, 4, 4]].concat();
    let sum = session.call(Op::Call, &[handle(&add).into()], &arguments).expect("a number");
    assert_eq!(number(&sum), 13.0);
    let point = session.eval("class Point { constructor(x) { this.x = x } }; new Point(5)").expect("an instance");
    assert_eq!(point[1], 1);
    let key = [8, 1, b'x'];
    assert_eq!(number(&session.call(Op::Get, &[handle(&point).into()], &key).unwrap()), 5.0);
    session.call(Op::Set, &[handle(&point).into()], &[12, 2, 8, 1, b'x', 4, 14]).expect("set");
    assert_eq!(number(&session.call(Op::Get, &[handle(&point).into()], &key).unwrap()), 7.0);
    let keys = session.call(Op::Keys, &[handle(&point).into()], &[]).unwrap();
    assert_eq!(Item::decode(&keys), Ok(Item::List(vec!["x".into()])));
    let shown = session.call(Op::Inspect, &[handle(&point).into()], &[]).unwrap();
    assert_eq!(Item::decode(&shown), Ok("Point { x: 7 }".into()));
    // It is the same object that comes back.
    let pair = [&[12, 2, 8, 1, b'p'][..], &point].concat();
    session.call(Op::Set, &[0.0.into()], &pair).expect("set");
    assert_eq!(session.item("p instanceof Point && p.x === 7"), Item::Boolean(true));
}

#[test]
fn each_operation_refuses_handles_that_are_stale_or_of_other_things() {
    let mut session = Session::new();
    let function = session.eval("() => 1").unwrap();
    let old = session.engine;
    session.call(Op::Release, &[handle(&function).into()], &[]).unwrap();
    let (_, error, _) = session.call(Op::Call, &[handle(&function).into()], &[12, 0]).unwrap_err();
    assert!(member(&error, "message").contains("released"), "{error:?}");
    let object = session.eval("new WeakMap()").unwrap();
    let (_, error, _) = session.call(Op::Call, &[handle(&object).into()], &[12, 0]).unwrap_err();
    assert_eq!(member(&error, "message"), "the handle is not one of a function");
    let other = session.another(vec![]);
    session.call(Op::Dispose, &[], &[]).unwrap();
    for op in Op::ALL.iter().filter(|&&op| op != Op::New) {
        for engine in [old, Handle::NONE, Handle::from_number(77), Handle::from_number(u64::MAX)] {
            session.engine = engine;
            let (status, _) = session.status(*op, &["a".into(), "b".into()], &[0]);
            assert_eq!(status, Status::Refused, "{op:?}");
        }
    }
    session.engine = other;
    assert_eq!((session.item("1 + 1"), session.host.engines()), (Item::Number(2.0), 1));
}

#[test]
fn functions_of_the_host_are_called_and_their_exceptions_come_back() {
    let mut session = Session::new();
    session.function("echo", 7, |input| Ok(input.to_vec()));
    session.function("files.read", 8, |_| {
        // Exception 300, an error of the class NoFile with the message "gone".
        let mut bytes = vec![0xAC, 2, 21];
        bytes.extend(Item::from("NoFile").encode());
        bytes.extend(Item::from("gone").encode());
        bytes.extend([0, 15]);
        Err(bytes)
    });
    assert_eq!(session.item("echo(1, 'a', [null])").encode(), [12, 3, 4, 2, 8, 1, b'a', 12, 1, 0]);
    let caught = session.item("try { files.read() } catch (e) { [e.name, e.message, e instanceof Error, String(e)] }");
    assert_eq!(caught, Item::List(vec!["NoFile".into(), "gone".into(), true.into(), "NoFile: gone".into()]));
    let (status, error, thrown) = session.eval("files.read()").unwrap_err();
    assert_eq!((status, member(&error, "message")), (Status::Threw, "NoFile: gone"));
    assert_eq!(error.member("host"), Some(&Item::Number(300.0)));
    assert_eq!(thrown[..2], [1, 21]);
    // A function as a value, which is another object each time.
    let pair = [&[12, 2, 8, 1, b'f'][..], &[24, 7, 8, 1, b'f']].concat();
    session.call(Op::Set, &[0.0.into()], &pair).unwrap();
    assert_eq!(session.item("f.name + f(5)[0]"), "f5".into());
}

#[test]
fn hostile_answers_of_the_host_are_errors_with_a_path() {
    let mut session = Session::new();
    session.function("bad", 1, |_| Ok(vec![14, 8, 1, b'a', 12, 1, 99]));
    let (_, error, _) = session.eval("bad()").unwrap_err();
    assert_eq!(member(&error, "message"), "TypeError: the result: a[0]: there is no tag 99");
    session.function("none", 2, |_| Ok(vec![]));
    assert!(session.eval("none()").is_err());
    session.function("worse", 3, |_| Err(vec![0xFF; 20]));
    assert!(session.eval("worse()").is_err());
}

#[test]
fn forks_have_their_own_handles() {
    let mut session = Session::new();
    let function = session.eval("var n = 1; () => n++").unwrap();
    let fork = session.call(Op::Fork, &[], &[]).unwrap();
    session.engine = Handle::from_number(number(&fork) as u64);
    let (_, error, _) = session.call(Op::Call, &[handle(&function).into()], &[12, 0]).unwrap_err();
    assert!(member(&error, "message").contains("belongs to another engine"), "{error:?}");
    assert_eq!(session.item("n = 5"), Item::Number(5.0));
}

#[test]
fn values_are_saved_and_restored() {
    let mut session = Session::new();
    session.function("twice", 1, |_| Ok(vec![4, 42]));
    // Both engines have looked at Object.prototype.
    session.eval("var kept = { list: [1, 2], f: () => twice(3) }; typeof missing").unwrap();
    let saved = session.call(Op::Save, &[], &[]).unwrap();
    session.engine = session.another(vec![]);
    session.function("twice", 1, |_| Ok(vec![4, 84]));
    let old = handle(&session.eval("() => 1").unwrap());
    let (status, error, _) = session.call(Op::Restore, &[false.into()], &saved[..saved.len() / 2]).unwrap_err();
    assert_eq!((status, member(&error, "kind")), (Status::Threw, "saved"));
    assert_eq!(session.item("typeof kept + twice()"), "undefined42".into());
    session.eval("() => 2").unwrap();
    assert!(session.call(Op::Call, &[old.into()], &[12, 0]).is_err(), "it is no other value's");
    session.call(Op::Restore, &[false.into()], &saved).unwrap();
    session.eval("() => 3").unwrap();
    assert!(session.call(Op::Call, &[old.into()], &[12, 0]).is_err(), "nor now");
    assert_eq!(session.item("kept.list[1] + kept.f()"), Item::Number(44.0));
}
