//! Classes of the host: scripts make and use objects that live on the host's side.
//!
//! ```text
//! new Account(…) ──▶ the host's constructor ──▶ a number, by which the host knows the object
//!       ▲                                            ▼
//!       └── HostObject: the number ◀── the same object for the same number, as long as a script has it
//! account.deposit(5) ──▶ the host's method, with the number before the arguments
//! ```
//!
//! In the format of values such an object is a handle, whose id is [`FIRST`] and its number. No other handle is so large.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape::convert::JsValue;
use ferrotape::handles::{Property, Symbol};
use ferrotape::host::{Rest, This};
use ferrotape::snapshot::{Forking, Saving};
use ferrotape::{Class, ClassBuilder, Context, Error, FromJs, Function, Instance, IntoJs, Object, wire};

use crate::calls::{Operation, put};
use crate::fault::Failure;
use crate::item::{Item, Malformed};
use crate::values::{Values, call_host};
use crate::{Shell, Status};

/// The id of the host's object 0.
pub(crate) const FIRST: u64 = 1 << 52;

/// The largest number of an object: all ids are exact numbers.
const LAST: f64 = (FIRST - 1) as f64;

/// The constructor that scripts see. It gives the object that the host's one makes, also to classes that extend it.
const CONSTRUCTOR: &str =
    "return { [name]: class { constructor(...values) { return construct(new.target, ...values) } } }[name]";

/// An object of the host, as scripts have it.
struct HostObject {
    number: u64,
    lives: Lives,
}

impl HostObject {
    fn new(number: u64, lives: &Lives) -> HostObject {
        lives.begin(number);
        HostObject { number, lives: lives.clone() }
    }
}

impl Drop for HostObject {
    fn drop(&mut self) {
        self.lives.end(self.number);
    }
}

impl Class for HostObject {
    const NAME: &'static str = "HostObject";

    fn define(_: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        Ok(())
    }

    fn fork(&self, _: &mut Forking) -> Result<Self, Error> {
        Ok(HostObject::new(self.number, &self.lives))
    }

    fn save(&self, _: &mut Saving<'_>) -> Result<(), Error> {
        Err(Error::new("it is an object of the host, which no bytes have"))
    }
}

/// The objects of the host that engines have: those of one engine and its copies.
#[derive(Clone, Default)]
struct Lives(Arc<Mutex<Counts>>);

/// Objects of scripts for each number, and the numbers that have none any more.
#[derive(Default)]
struct Counts {
    living: HashMap<u64, usize>,
    gone: Vec<u64>,
}

impl Lives {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, number: u64) {
        *self.counts().living.entry(number).or_default() += 1;
    }

    /// Notes the end of an object of scripts. The number is gone with the last of them.
    fn end(&self, number: u64) {
        let mut counts = self.counts();
        let left = counts.living.get_mut(&number).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if left == 0 {
            counts.living.remove(&number);
            counts.gone.push(number);
        }
    }

    /// Notes that no script has got the host's object: it is gone, unless a script has it from before.
    fn never_began(&self, number: u64) {
        self.counts().gone.push(number);
    }

    /// Takes the numbers that are gone, each once. One that came back meanwhile is not among them.
    fn take_gone(&self) -> Vec<u64> {
        let mut counts = self.counts();
        let mut gone = mem::take(&mut counts.gone);
        gone.sort_unstable();
        gone.dedup();
        gone.retain(|number| !counts.living.contains_key(number));
        gone
    }
}

/// Objects of the host in one engine.
#[derive(Clone, Default)]
pub(crate) struct Objects {
    lives: Lives,
    known: Arc<Mutex<Known>>,
}

/// Values of the engine that objects of the host need.
#[derive(Default)]
struct Known {
    /// A WeakRef of the object for each number.
    objects: HashMap<u64, JsValue>,
    /// The prototypes of classes.
    classes: HashMap<String, Object>,
    /// The constructor of WeakRefs and their method `deref`, as they were when they were asked for first.
    weak: Option<(Function, Function)>,
}

impl Objects {
    /// Returns those of a copy of the engine, which has objects and classes of its own under the same numbers.
    pub fn of_copy(&self) -> Objects {
        Objects { lives: self.lives.clone(), known: Arc::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the values of an engine that is gone.
    pub fn clear(&self) {
        let old = mem::take(&mut *self.known());
        // Without the lock: the drop of a value is a note for its engine.
        drop(old);
    }

    /// Returns the constructor of WeakRefs and `deref`: those that were there when they were asked for first.
    fn weak(&self, cx: &mut Context<'_>) -> Result<(Function, Function), Error> {
        let known = self.known().weak.clone();
        if let Some(weak) = known {
            return Ok(weak);
        }
        let constructor: Function = cx.get_global("WeakRef")?;
        let prototype: Object = constructor.as_object().get(cx, "prototype")?;
        let weak = (constructor, prototype.get::<Function>(cx, "deref")?);
        self.known().weak = Some(weak.clone());
        Ok(weak)
    }

    /// Returns the script's object for one of the host: the one that is there, or a new one with a prototype.
    pub fn object(
        &self,
        cx: &mut Context<'_>,
        number: u64,
        class: &str,
        prototype: Option<Object>,
    ) -> Result<JsValue, Error> {
        let (constructor, deref) = self.weak(cx)?;
        let known = self.known().objects.get(&number).cloned();
        if let Some(weak) = known {
            let value: JsValue = deref.call_with(cx, weak, ())?;
            if number_of(cx, &value) == Some(number) {
                return Ok(value);
            }
        }
        let prototype = match prototype {
            Some(prototype) => Some(prototype),
            None => self.prototype(cx, class)?,
        };
        let object = Instance::new(cx, HostObject::new(number, &self.lives))?;
        if let Some(prototype) = prototype {
            object.set_prototype(cx, Some(&prototype))?;
        }
        let weak: JsValue = constructor.construct(cx, (&object,))?;
        self.known().objects.insert(number, weak);
        let object = object.into_js(cx)?;
        JsValue::from_js(cx, object)
    }

    /// Returns the prototype of a class. In a copy, and in what was restored, the class is found by its name.
    fn prototype(&self, cx: &mut Context<'_>, class: &str) -> Result<Option<Object>, Error> {
        if class.is_empty() {
            return Ok(None);
        }
        let known = self.known().classes.get(class).cloned();
        if known.is_some() {
            return Ok(known);
        }
        let mut found = cx.global();
        for step in class.split('.').chain(["prototype"]) {
            found = match found.get::<Option<Object>>(cx, step) {
                Ok(Some(next)) => next,
                _ => {
                    return Err(Error::type_error(format!(
                        "there is no class {class}: it was not defined, or is gone"
                    )));
                }
            };
        }
        self.known().classes.insert(class.to_owned(), found.clone());
        Ok(Some(found))
    }
}

/// Returns the number of an object of the host.
pub(crate) fn number_of(cx: &mut Context<'_>, value: &JsValue) -> Option<u64> {
    let value = value.into_js(cx).ok()?;
    if wire::kind(cx, value) != "object" {
        return None;
    }
    let object = Object::from_js(cx, value).ok()?;
    Instance::<HostObject>::of(cx, &object)?.borrow(cx, |object| object.number).ok()
}

/// A kind of members, which are functions of the host by their names.
#[derive(Copy, Clone)]
enum Members {
    Methods,
    Getters,
    Setters,
    Statics,
}

impl Members {
    const ALL: [(&'static str, Members); 4] = [
        ("methods", Members::Methods),
        ("getters", Members::Getters),
        ("setters", Members::Setters),
        ("statics", Members::Statics),
    ];
}

impl Operation<'_, '_> {
    /// `[name, { construct, extends, methods, getters, setters, statics }]`: gives scripts a class. `construct` is the number of
    /// the function that makes objects, and gives their numbers; `extends` is the name of a class of the host. The others are
    /// records of names with numbers of functions. Those but `statics` get the object's number as their first argument.
    pub fn class(mut self) -> Result<Status, Failure> {
        let name = self.name()?;
        let members = self.items.get(1).cloned().ok_or(Malformed)?;
        let construct = match members.member("construct") {
            None | Some(Item::Undefined) => None,
            Some(id) => Some(id.as_index().ok_or(Malformed)?),
        };
        let parent = members.member("extends").and_then(Item::as_text).map(str::to_owned);
        let mut functions = Vec::new();
        for (key, kind) in Members::ALL {
            let Some(Item::Record(named)) = members.member(key) else { continue };
            for (member, id) in named {
                functions.push((kind, member.clone(), id.as_index().ok_or(Malformed)?));
            }
        }
        let shell = self.shell;
        self.place.run(|cx| define(cx, shell, &name, construct, parent.as_deref(), &functions))?;
        self.give(&Item::Undefined)
    }

    /// `[value]`: gives the number of the host's object that a kept value is, or `undefined`. No script runs.
    pub fn number_of(mut self) -> Result<Status, Failure> {
        let id = self.index(0)?;
        let number = self.place.enter(|cx| {
            let value = Values::of(cx)?.get(id)?;
            Ok(number_of(cx, &value))
        })?;
        self.give(&number.map_or(Item::Undefined, |number| Item::Number(number as f64)))
    }

    /// Gives the numbers of the host's objects that no script has any more, each once.
    pub fn gone(mut self) -> Result<Status, Failure> {
        let gone = self.place.enter(|cx| {
            let objects = Values::of(cx)?.objects;
            let gone = objects.lives.take_gone();
            let old: Vec<_> = gone.iter().map(|number| objects.known().objects.remove(number)).collect();
            drop(old);
            Ok(gone)
        })?;
        self.give(&Item::List(gone.into_iter().map(|number| Item::Number(number as f64)).collect()))
    }
}

/// Defines a class by its constructor, and puts it in its place.
fn define(
    cx: &mut Context<'_>,
    shell: &Arc<dyn Shell>,
    name: &str,
    construct: Option<u64>,
    parent: Option<&str>,
    functions: &[(Members, String, u64)],
) -> Result<(), Error> {
    let objects = Values::of(cx)?.objects;
    objects.weak(cx)?;
    let short = name.rsplit('.').next().unwrap_or(name);
    let make = constructor(cx, shell, name, construct)?;
    let factory = Function::compile(cx, "host:class", &["name", "construct"], CONSTRUCTOR)?;
    let constructor: Function = factory.call(cx, (short, &make))?;
    let mut all = vec![make];
    let prototype: Object = constructor.as_object().get(cx, "prototype")?;
    if let Some(parent) = parent {
        let parent = objects.prototype(cx, parent)?;
        prototype.set_prototype(cx, parent.as_ref())?;
    }
    let mut accessors: Vec<(&str, [Option<Function>; 2])> = Vec::new();
    for (kind, member, id) in functions {
        let function = method(cx, shell, *id, *kind, name, member)?;
        all.push(function.clone());
        let place = match kind {
            Members::Methods => {
                let method = Property::value(function).writable().configurable();
                prototype.define(cx, member.as_str(), method)?;
                continue;
            }
            Members::Statics => {
                let method = Property::value(function).writable().configurable();
                constructor.as_object().define(cx, member.as_str(), method)?;
                continue;
            }
            Members::Getters => 0,
            Members::Setters => 1,
        };
        match accessors.iter_mut().find(|(name, _)| name == member) {
            Some((_, accessor)) => accessor[place] = Some(function),
            None => {
                let mut accessor = [None, None];
                accessor[place] = Some(function);
                accessors.push((member, accessor));
            }
        }
    }
    for (member, [getter, setter]) in accessors {
        prototype.define(cx, member, Property::accessor(getter, setter).configurable())?;
    }
    // Where engines are saved, functions of the host are found by data properties that lead to them.
    let (key, members) = (Symbol::for_key(cx, "ferrotape.members")?, Object::new(cx)?);
    for (index, function) in all.into_iter().enumerate() {
        members.define(cx, format!("f{index}").as_str(), Property::value(function))?;
    }
    constructor.as_object().define(cx, &key, Property::value(members))?;
    objects.known().classes.insert(name.to_owned(), prototype);
    put(cx, name, constructor)
}

/// Makes the function behind `new`: it gets the target and the arguments.
fn constructor(
    cx: &mut Context<'_>,
    shell: &Arc<dyn Shell>,
    name: &str,
    construct: Option<u64>,
) -> Result<Function, Error> {
    let (shell, name) = (Arc::clone(shell), name.to_owned());
    Function::new(cx, &format!("new {name}"), move |cx: &mut Context<'_>, target: Object, values: Rest<JsValue>| {
        let Some(id) = construct else {
            return Err(Error::type_error(format!("{name} cannot be constructed: the host gives such objects")));
        };
        // Before the host makes anything: asking for it may run script, which may throw.
        let prototype = target.get::<Option<Object>>(cx, "prototype")?;
        let made = call_host(cx, &shell, id, None, values.0)?;
        let made = made.into_js(cx)?;
        let number = made.as_number().filter(|number| number.trunc() == *number && (0.0..=LAST).contains(number));
        let Some(number) = number else {
            return Err(Error::type_error(format!("the host's constructor of {name} gives no object")));
        };
        // A copy of the engine has objects of its own.
        let objects = Values::of(cx)?.objects;
        let object = objects.object(cx, number as u64, &name, prototype);
        if object.is_err() {
            objects.lives.never_began(number as u64);
        }
        object
    })
}

/// Makes the function that calls one of the host for an object, or for the class. The host's functions have names of their own,
/// by which those of saved engines are found; scripts see the names of members.
fn method(
    cx: &mut Context<'_>,
    shell: &Arc<dyn Shell>,
    id: u64,
    kind: Members,
    class: &str,
    name: &str,
) -> Result<Function, Error> {
    let (shell, class) = (Arc::clone(shell), class.to_owned());
    let (shown, path) = match kind {
        Members::Statics => (name.to_owned(), format!("{class}.{name}")),
        Members::Methods => (name.to_owned(), format!("{class}.prototype.{name}")),
        Members::Getters => (format!("get {name}"), format!("get {class}.prototype.{name}")),
        Members::Setters => (format!("set {name}"), format!("set {class}.prototype.{name}")),
    };
    let function = match kind {
        Members::Statics => Function::new(cx, &path, move |cx: &mut Context<'_>, values: Rest<JsValue>| {
            call_host(cx, &shell, id, None, values.0)
        }),
        Members::Methods | Members::Getters | Members::Setters => {
            let told = path.clone();
            Function::new(cx, &path, move |cx: &mut Context<'_>, this: This<JsValue>, values: Rest<JsValue>| {
                let Some(number) = number_of(cx, &this.0) else {
                    return Err(Error::type_error(format!(
                        "{told} was called on a value that is not an instance of {class}"
                    )));
                };
                call_host(cx, &shell, id, Some(number), values.0)
            })
        }
    }?;
    function.as_object().define(cx, "name", Property::value(shown).configurable())?;
    Ok(function)
}
