//! Stops at changes: of a variable or a property that is watched.
//!
//! Values are compared where statements begin and where functions return. They are read as they are stored: no getter and
//! no trap runs. A variable of a function goes with its frame.

use std::sync::Arc;

use crate::code::debugging::{LEAVES, STATEMENT, TAIL};
use crate::debug::Debugger;
use crate::debug::evaluate::{Refused, bounded, is_opaque, key_of_shown};
use crate::debug::frames::{self, RegisterFrame, ScopeView, Variable, VariablePlace};
use crate::debug::watched::{Change, FrameOf, Kept, Place, ScopeOf, Seen, WatchId, Watchable, Watched};
use crate::generator;
use crate::handles;
use crate::heap::{ObjectId, RecordId};
use crate::object;
use crate::operators;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::{Frame, Vm};

impl Place {
    /// Returns whether the place was found in this engine, which keeps its values alive.
    fn is_of(&self, vm: &mut Vm) -> bool {
        let dropped = handles::dropped_handles(vm);
        let is_kept_here = |kept: &Arc<Kept>| Arc::ptr_eq(&kept.dropped, dropped);
        match self {
            Place::Property { _kept, .. } => _kept.iter().all(is_kept_here),
            Place::Local { frame, .. } => frame.activation.iter().all(|(_, kept)| is_kept_here(kept)),
            Place::Record { _kept, .. } => is_kept_here(_kept),
        }
    }
}

impl FrameOf {
    fn new(vm: &mut Vm, number: usize) -> Option<FrameOf> {
        let frame = frames::frame(vm, number)?;
        let index = vm.execution.frames.len() - number - 1;
        let activation = activation_of(vm, &frame).map(|object| (object, Kept::new(vm, Value::object(object))));
        Some(FrameOf { index, base: frame.base, callee: frame.callee, activation })
    }

    /// Finds the frame, by its number from the innermost one.
    fn number(&self, vm: &Vm) -> Option<usize> {
        let frames = &vm.execution.frames;
        let index = match self.activation {
            Some((activation, _)) => frames.iter().rposition(|frame| activation_of(vm, frame) == Some(activation)),
            None => {
                let is_it = |frame: &Frame| frame.base == self.base && frame.callee == self.callee;
                frames.get(self.index).filter(|&frame| is_it(frame)).map(|_| self.index)
            }
        };
        index.map(|index| frames.len() - index - 1)
    }
}

/// The activation of a frame that can wait.
fn activation_of(vm: &Vm, frame: &Frame) -> Option<ObjectId> {
    if frame.kind.is_resumed() { generator::activation_of(vm, frame) } else { None }
}

/// Finds a variable of a scope, by the frame's number from the innermost one.
pub fn watchable_variable(vm: &mut Vm, number: usize, scope: usize, name: &str) -> Result<Watchable, Refused> {
    let Some(ScopeView { variables, object, .. }) = frames::scopes(vm, number).into_iter().nth(scope) else {
        return Err(Refused::because("there is no such scope"));
    };
    let variable = variables.into_iter().find(|variable| variable.name == name);
    match (variable, object) {
        (Some(variable), _) => watchable(vm, number, &variable),
        (None, Some(object)) => watchable_property(vm, object, name),
        (None, None) => Err(Refused::because(format!("there is no variable `{name}`"))),
    }
}

/// Returns the variable or property that can be watched under a name.
fn watchable(vm: &mut Vm, number: usize, variable: &Variable) -> Result<Watchable, Refused> {
    let name = variable.name.clone();
    let refused = |why: &str| Err(Refused::because(format!("`{name}` {why}")));
    if variable.is_constant {
        return refused("is constant");
    }
    let place = match variable.place {
        VariablePlace::Stack(at) => local_in_register(vm, number, at, &name),
        VariablePlace::Record(record, index) => {
            let scope = vm.heap[record].kind.scope();
            let is_own =
                frames::frame(vm, number).is_some_and(|frame| frames::own_records(vm, &frame).contains(&record));
            match scope.filter(|_| is_own) {
                Some(scope) => {
                    FrameOf::new(vm, number).map(|frame| Place::Local { frame, scope: ScopeOf::Stack { scope, index } })
                }
                None => Some(Place::Record { record, index, _kept: Kept::new(vm, Value::record(record)) }),
            }
        }
        VariablePlace::Lexical(key) => {
            let code = frames::frame(vm, number).map(|frame| frame.code);
            let realm = code.map_or(vm.realm.id, |code| vm.heap.code_block(code).realm);
            let lexical = vm.heap.realm(realm).lexical;
            return Ok(property(vm, lexical, key, name));
        }
        VariablePlace::Added(..) => return refused("was declared by eval, and cannot be watched"),
        VariablePlace::Fixed => return refused("cannot be watched"),
    };
    match place {
        Some(place) => Ok(Watchable { name, place }),
        None => refused("cannot be watched here"),
    }
}

fn local_in_register(vm: &mut Vm, number: usize, at: usize, name: &str) -> Option<Place> {
    let of_registers = RegisterFrame::of(vm, number)?;
    let register = at.checked_sub(of_registers.base)? as u32;
    let (index, from) = of_registers.find(register, name)?;
    let frame = FrameOf::new(vm, number)?;
    Some(Place::Local { frame, scope: ScopeOf::Register { index, register, from } })
}

/// Finds a property of an object by its name, whether it is there or not.
pub fn watchable_property(vm: &mut Vm, object: Value, name: &str) -> Result<Watchable, Refused> {
    let Some(object) = object.as_object() else { return Err(Refused::because("it is not an object")) };
    if is_opaque(vm, object) {
        return Err(Refused::because("the properties of a proxy, or of an object of the host, cannot be watched"));
    }
    bounded(vm, |vm| {
        let key = key_of_shown(vm, object, name)?;
        Ok(property(vm, object, key, name.to_owned()))
    })
}

fn property(vm: &mut Vm, object: ObjectId, key: PropertyKey, name: String) -> Watchable {
    let kept = [Kept::new(vm, Value::object(object)), Kept::new(vm, key.kept_form())];
    Watchable { name, place: Place::Property { object, key, _kept: kept } }
}

impl Place {
    /// Looks at the place. None while nothing can be told of it.
    fn look(&self, vm: &mut Vm) -> Option<Seen> {
        match self {
            &Place::Property { object, key, .. } => look_at_property(vm, object, key),
            Place::Record { record, index, .. } => Some(of_variable(frames::value_in(vm, *record, *index).0)),
            Place::Local { frame, scope } => {
                let number = frame.number(vm)?;
                match *scope {
                    ScopeOf::Register { index, register, from } => {
                        let of_registers = RegisterFrame::of(vm, number)?;
                        if !of_registers.is_in(index) || of_registers.at < from {
                            return None;
                        }
                        vm.execution.stack.get(of_registers.base + register as usize).map(|&value| of_variable(value))
                    }
                    ScopeOf::Stack { scope, index } => {
                        let own = frames::own_records(vm, &frames::frame(vm, number)?);
                        let is_it = |record: &&RecordId| vm.heap[**record].kind.scope() == Some(scope);
                        let record = *own.iter().find(is_it)?;
                        Some(of_variable(frames::value_in(vm, record, index).0))
                    }
                }
            }
        }
    }
}

fn of_variable(value: Value) -> Seen {
    if value.is_empty() || value.as_record().is_some() { Seen::Uninitialised } else { Seen::Value(value) }
}

/// Looks at a property without running script. None if the object would have to be asked: it can no longer be watched.
fn look_at_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Option<Seen> {
    // It may have become one.
    if is_opaque(vm, object) {
        return None;
    }
    let property = match vm.heap.stored_property(object, key) {
        Some(property) => Some(property),
        // Lengths, characters and elements that are stored otherwise.
        None => bounded(vm, |vm| object::own_property(vm, object, key)).ok()?,
    };
    Some(match property {
        None => Seen::Nothing,
        Some(property) if property.attributes.is_accessor() => Seen::Accessor,
        Some(property) => of_variable(property.value),
    })
}

/// Compares as `===` does, but NaN equals itself. Strings and BigInts that take too long to compare count as different.
fn is_same(vm: &mut Vm, a: Seen, b: Seen) -> bool {
    match (a, b) {
        (Seen::Value(a), Seen::Value(b)) => {
            let is_text = |value: Value| value.is_string() || value.is_bigint();
            a == b
                || a.is_number() && b.is_number() && a.as_number() == b.as_number()
                || (a.is_number() && b.is_number() || is_text(a) && is_text(b))
                    && bounded(vm, |vm| operators::same_value(vm, a, b)).unwrap_or(false)
        }
        (a, b) => a == b,
    }
}

impl Debugger {
    /// Watches a place from now on. One of another engine is over at once.
    pub fn add_watch(&mut self, vm: &mut Vm, watchable: &Watchable) -> Watched {
        let id = WatchId(self.next_watch);
        self.next_watch += 1;
        let Watchable { name, place } = watchable.clone();
        let mut watched = Watched {
            id,
            name,
            is_over: false,
            place,
            last: Seen::Uninitialised,
            keeps_last: None,
            is_doubtful: false,
        };
        if watched.place.is_of(vm) {
            watched.look(vm);
        } else {
            watched.is_over = true;
        }
        self.watched.push(watched.clone());
        watched
    }

    /// Watches a place no more. Returns whether it was watched.
    pub fn remove_watch(&mut self, id: WatchId) -> bool {
        let before = self.watched.len();
        self.watched.retain(|watched| watched.id != id);
        self.watched.len() < before
    }

    pub fn watched(&self) -> &[Watched] {
        &self.watched
    }

    /// The bits of cells at which places are looked at.
    pub(super) fn wanted_for_watched(&self) -> u8 {
        if self.watched.iter().any(|watched| !watched.is_over) { STATEMENT | LEAVES | TAIL } else { 0 }
    }

    /// Looks at all places, before an instruction with this cell. Returns what has changed since.
    pub(super) fn changes(&mut self, vm: &mut Vm, cell: u8) -> Vec<Change> {
        if self.watched.is_empty() || cell & (STATEMENT | LEAVES | TAIL) == 0 {
            return Vec::new();
        }
        let mut all = std::mem::take(&mut self.watched);
        let mut changes = Vec::new();
        for watched in all.iter_mut().filter(|watched| !watched.is_over) {
            let runs = watched.runs(vm);
            if watched.is_doubtful && runs {
                (watched.is_over, watched.is_doubtful) = (true, false);
                continue;
            }
            changes.extend(watched.look(vm));
            match runs {
                true if cell & LEAVES != 0 => watched.is_over = true,
                true => watched.is_doubtful = cell & TAIL != 0,
                false => {}
            }
        }
        self.watched = all;
        changes
    }

    /// Takes what the host has changed as known.
    pub(super) fn look_again(&mut self, vm: &mut Vm) {
        for watched in self.watched.iter_mut().filter(|watched| !watched.is_over) {
            watched.look(vm);
        }
    }

    /// Frames are left by an exception: this many of the innermost ones.
    pub(super) fn leave_watched(&mut self, vm: &Vm, left: usize) {
        for watched in &mut self.watched {
            watched.is_over |= watched.number(vm).is_some_and(|number| number < left);
        }
    }
}

impl Watched {
    /// The number of the frame, of variables that go with one which does not wait.
    fn number(&self, vm: &Vm) -> Option<usize> {
        match &self.place {
            Place::Local { frame, .. } if frame.activation.is_none() => frame.number(vm),
            _ => None,
        }
    }

    /// Returns whether its frame is the running one.
    fn runs(&self, vm: &Vm) -> bool {
        self.number(vm) == Some(0)
    }

    /// Looks at the place. Returns what has changed.
    fn look(&mut self, vm: &mut Vm) -> Option<Change> {
        if let Place::Local { frame, .. } = &self.place
            && frame.activation.is_none()
            && frame.number(vm).is_none()
        {
            self.is_over = true;
            return None;
        }
        let new = self.place.look(vm)?;
        if is_same(vm, self.last, new) {
            return None;
        }
        let old = std::mem::replace(&mut self.last, new);
        let before = match new {
            Seen::Value(value) => self.keeps_last.replace(Kept::new(vm, value)),
            _ => self.keeps_last.take(),
        };
        // The host sees it during the stop.
        if let Some(before) = before {
            vm.keep(before.value);
        }
        Some(Change { id: self.id, name: self.name.clone(), old, new })
    }
}
