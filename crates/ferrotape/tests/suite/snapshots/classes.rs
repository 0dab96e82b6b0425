//! Objects of host classes: they are saved by the names of their classes, with Rust values that save themselves.

use std::collections::{BTreeMap, HashMap};
use std::task::Poll;

use ferrotape::snapshot::{Loading, Persist, Saving};
use ferrotape::{
    Array, Backend, Class, ClassBuilder, Context, Engine, Error, Function, Instance, Limits, Object, Own, Script, Value,
};

use super::hostile;

/// A class with a script value that leads back to its object.
struct Button {
    presses: u32,
    on_press: Option<Own<Function>>,
    others: Vec<Own<Object>>,
}

impl Class for Button {
    const NAME: &'static str = "Button";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|presses: u32| Button { presses, on_press: None, others: Vec::new() })?;
        class.method_mut("onPress", |button: &mut Button, f: Own<Function>| button.on_press = Some(f))?;
        class.method_mut("add", |button: &mut Button, other: Own<Object>| button.others.push(other))?;
        class.method_mut("press", |button: &mut Button| button.presses += 1)?;
        class.method("tell", |button: &Button, cx: &mut Context<'_>| match &button.on_press {
            Some(f) => f.get(cx)?.call::<String>(cx, (button.presses,)),
            None => Ok(format!("{} and {}", button.presses, button.others.len())),
        })?;
        class.method("other", |button: &Button, cx: &mut Context<'_>, place: usize| {
            match button.others.get(place) {
                Some(other) => other.get(cx).map(Some),
                None => Ok(None),
            }
        })?;
        class.getter("presses", |button: &Button| button.presses)?;
        class.static_method("zero", || 0)?;
        class.constant("MOST", 100)
    }

    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&self.presses)?;
        saving.put(&self.on_press)?;
        saving.put(&self.others)
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let (presses, on_press, others) = (loading.take()?, loading.take()?, loading.take()?);
        assert!(presses <= 1000, "a loader that panics");
        Ok(Button { presses, on_press, others })
    }
}

/// A class with members of the same names, whose parts are written one after the other.
#[ferrotape::class(save)]
struct Meter {
    presses: i64,
    name: String,
    marks: (Option<char>, bool, f32, u8, u128),
    by_name: HashMap<String, Vec<u16>>,
    sorted: BTreeMap<u32, Box<i8>>,
    values: Vec<Value>,
    button: Option<Instance<Button>>,
    list: Option<Array>,
}

#[ferrotape::methods]
impl Meter {
    #[js(constructor)]
    fn new(name: String) -> Self {
        Meter {
            presses: -5,
            name,
            marks: (Some('é'), true, 0.5, 200, u128::MAX),
            by_name: [("a".to_owned(), vec![1, 2])].into(),
            sorted: [(7, Box::new(-1))].into(),
            values: Vec::new(),
            button: None,
            list: None,
        }
    }

    fn press(&mut self, button: Instance<Button>, list: Array, value: Value) -> i64 {
        (self.button, self.list) = (Some(button), Some(list));
        self.values.push(value);
        self.presses += 1;
        self.presses
    }

    fn tell(&self, cx: &mut Context<'_>) -> Result<String, Error> {
        let Meter { presses, name, marks, by_name, sorted, values, button, list } = self;
        let button = button.as_ref().map(|button| button.borrow(cx, |button| button.presses)).transpose()?;
        let length = list.as_ref().map(|list| list.len(cx)).transpose()?;
        Ok(format!("{presses} {name} {marks:?} {by_name:?} {sorted:?} {} {button:?} {length:?}", values.len()))
    }

    fn value(&self, place: usize) -> Option<Value> {
        self.values.get(place).cloned()
    }
}

impl Default for Meter {
    fn default() -> Self {
        Meter::new("default".to_owned())
    }
}

/// A class that cannot be saved.
#[ferrotape::class]
struct Socket {
    #[js(get)]
    port: u16,
}

#[ferrotape::class(save = Picky::save, load = Picky::load)]
struct Picky(bool);

/// A class that panics in the middle of an engine.
#[ferrotape::class(save = Rash::save, load = Rash::load)]
struct Rash;

impl Rash {
    fn save(&self, _: &mut Saving<'_>) -> Result<(), Error> {
        panic!("on purpose")
    }

    fn load(_: &mut Loading<'_>) -> Result<Self, Error> {
        Ok(Rash)
    }
}

/// A class that reads beyond its data.
#[ferrotape::class(save = Curious::save, load = Curious::load)]
struct Curious(u8);

impl Curious {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&self.0)
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let value = loading.take()?;
        for _ in 0..1000 {
            let error = loading.take::<Vec<u8>>().expect_err("nothing is left");
            assert_eq!(error.message(), "the bytes are not what was written");
        }
        Ok(Curious(value))
    }
}

impl Picky {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        if self.0 { saving.put(&self.0) } else { Err(Error::new("it is connected")) }
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        loading.take().map(Picky)
    }
}

fn ready(engine: &mut Engine) {
    engine.register::<Meter>().expect("a class");
    engine.register::<Button>().expect("a class");
}

fn empty(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    ready(&mut engine);
    engine
}

const BEGUN: &str = r"
    class Loud extends Button { constructor(n) { super(n); this.own = 'own' } tell() { return super.tell().toUpperCase() } }
    const plain = new Button(3), loud = new Loud(4), meter = new Meter('m'), list = [1, 2, loud];
    plain.press(); plain.onPress(n => 'pressed ' + n + ' ' + (plain instanceof Button) + [loud.own]); plain.note = { of: plain };
    loud.add({ deep: [plain] }); loud.add(meter); loud.add(loud);
    for (const value of [undefined, null, true, 1.5, 2n ** 70n, 'text', Symbol.for('s'), list, 'x\u{1F600}']) meter.press(plain, list, value);
    const { zero } = Button, { press } = Button.prototype, old = Object.getOwnPropertyDescriptor(Button.prototype, 'presses').get;
    Button.prototype.twice = function () { press.call(this); this.press() }; delete Button.MOST; Meter.extra = loud;
    delete globalThis.Meter; const seen = new WeakMap([[loud, 'seen']]);
    function tell() {
        plain.twice(); loud.press(); list.push(0);
        let wrong; try { press.call(meter) } catch (e) { wrong = e.message }
        return [plain.tell(), loud.tell(), meter.tell(), plain.presses, old.call(loud), zero(), Button.MOST, wrong, seen.get(loud),
            loud.other(0).deep[0] === plain, loud.other(1) === meter, loud.other(2) === loud, loud.other(3) ?? null, plain.note.of === plain,
            meter.press(plain, list, 'more'), meter.value(7) === list, [0, 1, 2, 3, 4, 5, 6, 8].map(i => String(meter.value(i) ?? 'n')).join(),
            meter.constructor.extra === loud, Object.keys(Button.prototype).join(), `${loud}`, loud instanceof Loud, Loud.zero === zero,
            new meter.constructor('new').tell(), new Loud(9).tell(), Object.getOwnPropertyNames(Button.prototype).join()].join(' ; ');
    }";

#[test]
fn objects_of_classes_go_on() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = empty(backend);
        engine.run("begun.js", BEGUN).expect("a script that ends");
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(empty(backend), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut copied = Engine::restore_into(empty(backend), &again).expect("what was written again");
        for turn in 0..3 {
            let expected = engine.eval::<String>("tell()").expect("a string");
            assert!(expected.contains(&format!("pressed {} true", 6 + 2 * turn)), "{expected}");
            for engine in [&mut restored, &mut copied] {
                engine.collect_garbage();
                assert_eq!(engine.eval::<String>("tell()").expect("a string"), expected);
            }
        }
    }
}

/// Members of a class are told by their names.
#[test]
fn methods_that_were_swapped_stay_so() {
    let ready = || {
        let mut engine = Engine::new();
        engine.register::<Button>().expect("a class");
        engine
    };
    let mut engine = ready();
    let text = "const { press, tell } = Button.prototype, button = new Button(3); Object.assign(Button.prototype, { press: tell, tell: press })";
    engine.run("swap.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(ready(), &bytes).expect("what was written");
    let again = restored.snapshot().expect("it can be written again");
    let copy = Engine::restore_into(ready(), &again).expect("what was written again");
    for mut engine in [engine, restored, copy] {
        let told = "[button.press(), button.tell(), button.press(), button.press.name, press === button.tell].join()";
        assert_eq!(engine.eval::<String>(told).expect("a string"), "3 and 0,,4 and 0,tell,true");
    }
}

/// A value that a Rust value owns is kept by its object alone, also after restoring.
#[test]
fn cycles_through_restored_values_are_garbage() {
    let mut engine = empty(Backend::Register);
    let text = "let button = new Button(1); button.onPress(() => button.own); button.own = { button };
        const refs = [new WeakRef(button), new WeakRef(button.own)], alive = () => refs.filter(ref => ref.deref()).length";
    engine.run("a.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(empty(Backend::Register), &bytes).expect("what was written");
    restored.collect_garbage();
    assert_eq!(restored.eval::<u8>("alive()").expect("a number"), 2);
    restored.eval::<()>("button = null; undefined").expect("it is let go");
    restored.collect_garbage();
    assert_eq!(restored.eval::<u8>("alive()").expect("a number"), 0);
}

#[test]
fn a_class_that_panics_is_an_error() {
    let mut engine = Engine::new();
    let realm = engine.new_realm().expect("room");
    engine.set_global("other", realm.global()).expect("room");
    let rash = Instance::new(&mut engine, Rash).expect("an object");
    engine.set_global("rash", &rash).expect("room");
    engine.run("first.js", "var where = 'first'").expect("a script that ends");
    let text = "var where = 'other'; function spin() { for (let i = 0; i < 1e4; i++); return where }";
    engine.in_realm(&realm, |engine| engine.run("other.js", text)).expect("a script that ends");
    let script = Script::compile("paused.js", "other.spin() + where").expect("a script");
    let mut execution = script.start(&mut engine).expect("a script that begins");
    assert!(execution.resume::<String>(&Limits::new().fuel(1000)).is_pending());
    let message = execution.snapshot().expect_err("it panics").message().to_owned();
    assert!(message.ends_with("an object of the class Rash (its class panicked), at rash"), "{message}");
    match execution.resume::<String>(&Limits::new()) {
        Poll::Ready(ended) => assert_eq!(ended.expect("it ends"), "otherfirst"),
        Poll::Pending => panic!("it has no limit"),
    }
}

#[test]
fn a_value_that_is_not_there_is_no_deeper_one() {
    let ready = || {
        let mut engine = Engine::new();
        engine.register::<Curious>().expect("a class");
        engine
    };
    let mut engine = ready();
    let curious = Instance::new(&mut engine, Curious(7)).expect("an object");
    engine.set_global("curious", &curious).expect("room");
    let bytes = engine.snapshot().expect("it can be written");
    let mut restored = Engine::restore_into(ready(), &bytes).expect("what was written");
    let curious: Instance<Curious> = restored.get_global("curious").expect("it is there");
    assert_eq!(curious.borrow(&mut restored, |curious| curious.0).expect("it is there"), 7);
}

#[test]
fn classes_that_do_not_say_how_are_named_with_their_place() {
    let case = |text: &str| {
        let mut engine = Engine::new();
        let socket = Instance::new(&mut engine, Socket { port: 80 }).expect("an object");
        engine.set_global("socket", &socket).expect("room");
        let picky = Instance::new(&mut engine, Picky(false)).expect("an object");
        engine.set_global("picky", &picky).expect("room");
        let text = format!("{text}; delete globalThis.socket; delete globalThis.picky");
        engine.run("case.js", text).expect("a script that ends");
        engine.snapshot().expect_err("it does not say how").message().to_owned()
    };
    let written = "the engine cannot be saved with an object of the class";
    let expected = format!("{written} Socket (its class has no `Class::save`), at of.list[1]");
    assert_eq!(case("const of = { list: [1, socket] }"), expected);
    assert_eq!(case("const of = picky"), format!("{written} Picky (it is connected), at of"));
    let expected = format!("{written} Socket (its class has no `Class::save`), in a job that has not run");
    assert_eq!(case("Promise.resolve(socket).then(() => 0)"), expected);
}

#[test]
fn the_same_classes_have_to_be_there() {
    let mut engine = empty(Backend::Register);
    engine.run("a.js", "const button = new Button(1)").expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let refused =
        |empty: Engine, bytes: &[u8]| Engine::restore_into(empty, bytes).err().expect("refused").message().to_owned();
    let missing = "no engine can be restored: the host has no class 'Meter'";
    assert_eq!(refused(Engine::new(), &bytes), missing);
    let mut other = Engine::new();
    other.register::<Button>().expect("a class");
    assert_eq!(refused(other, &bytes), missing);

    // More classes do no harm, and where scripts have them does not matter.
    let mut other = Engine::new();
    other.register::<Picky>().expect("a class");
    other.register::<Button>().expect("a class");
    Function::of_class::<Meter>(&mut other).expect("a class");
    let mut restored = Engine::restore_into(other, &bytes).expect("what was written");
    assert_eq!(restored.eval::<String>("button.press(); button.tell()").expect("a string"), "2 and 0");

    let mut other = Engine::new();
    other.register::<same_name::Button>().expect("a class");
    let bytes = other.snapshot().expect("it can be written");
    let error = refused(empty(Backend::Register), &bytes);
    assert_eq!(error, "no engine can be restored: the class 'Button' of the host has other members");
    engine.register::<same_name::Button>().expect("a class");
    let error = engine.snapshot().expect_err("which of them is it");
    assert_eq!(error.message(), "the engine cannot be saved with two classes of the name 'Button'");
}

mod same_name {
    #[ferrotape::class(save)]
    pub struct Button;
}

/// A lent value that was taken back is gone in the other engine too. In the middle of a scope, it is lent.
#[test]
fn what_was_given_back_stays_so() {
    let mut engine = empty(Backend::Register);
    let mut lent = Meter::new("lent".to_owned());
    let bytes = engine.scope(|scope| {
        let meter = scope.lend(&mut lent)?;
        scope.set_global("meter", &meter)?;
        scope.snapshot()
    });
    let bytes = bytes.expect("it can be written");
    let mut restored = Engine::restore_into(empty(Backend::Register), &bytes).expect("what was written");
    assert!(restored.eval::<String>("meter.tell()").expect("a string").contains("lent"));
    let bytes = engine.snapshot().expect("it can be written");
    let mut restored = Engine::restore_into(empty(Backend::Register), &bytes).expect("what was written");
    let [expected, found] =
        [&mut engine, &mut restored].map(|engine| engine.eval::<String>("meter.tell()").expect_err("it is gone"));
    assert_eq!(found.message(), expected.message());
    assert!(found.message().contains("has taken back"), "{}", found.message());
}

struct Deep(Option<Box<Deep>>);

impl Persist for Deep {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&self.0)
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        loading.take().map(Deep)
    }
}

#[ferrotape::class(save)]
struct Chain(Deep);

#[test]
fn values_within_values_have_an_end() {
    let chained = |count: u32| {
        let chain = (0..count).fold(Deep(None), |chain, _| Deep(Some(Box::new(chain))));
        let mut engine = Engine::new();
        let chain = Instance::new(&mut engine, Chain(chain)).expect("an object");
        engine.set_global("chain", &chain).expect("room");
        engine.snapshot()
    };
    let bytes = chained(10).expect("it can be written");
    let mut empty = Engine::new();
    empty.register::<Chain>().expect("a class");
    assert!(Engine::restore_into(empty, &bytes).is_ok());
    let error = chained(1000).expect_err("too deep");
    assert!(error.message().contains("too many values within each other"), "{}", error.message());
}

#[test]
fn any_bytes_of_classes_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = empty(backend);
        engine.run("begun.js", BEGUN).expect("a script that ends");
        let bytes = engine.snapshot().expect("all of it can be written");
        let narrow = || {
            let mut engine = hostile::narrow();
            ready(&mut engine);
            engine
        };
        hostile::any_bytes_of(&bytes, bytes.len() / 2, narrow, &["tell()", "tell()"]);
    }
}
