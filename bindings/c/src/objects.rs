//! Objects of C that scripts have: each has a number, by which the session knows it.
//!
//! ```text
//! pointer of C ──number──▶ session ──▶ object of scripts: one for a number
//! no script has it any more ──Op::Gone──▶ its finalizer, once
//! ```

use std::collections::HashMap;
use std::ffi::c_void;
use std::mem;
use std::sync::Arc;

use crate::shell::Data;
use crate::types::{Drop as Finalize, Status};

/// Objects between two looks for those that no script has any more.
const MOST: usize = 64;

/// A class of C. C knows it by the address of its `ft_class`.
pub struct Class {
    pub id: usize,
    /// Empty for objects of which scripts see nothing.
    pub name: String,
    pub parent: Option<Arc<Class>>,
    pub finalize: Option<Finalize>,
}

impl Class {
    /// Returns whether objects of this class are objects of that one.
    pub fn is(&self, id: usize) -> bool {
        let mut classes = std::iter::successors(Some(self), |class| class.parent.as_deref());
        classes.any(|class| class.id == id)
    }
}

/// An object of C, which is finalized when this is dropped.
pub struct Object {
    class: Arc<Class>,
    data: Data,
}

/// The objects and classes of an engine and its forks.
#[derive(Default)]
pub struct Objects {
    classes: HashMap<usize, Arc<Class>>,
    by_number: HashMap<u64, Object>,
    numbers: HashMap<usize, u64>,
    next: u64,
    due: usize,
    /// Objects that are being given to scripts, perhaps again: they are not taken meanwhile.
    giving: Vec<u64>,
    /// Objects among `giving` that no script had.
    late: Vec<u64>,
}

impl Objects {
    pub fn class(&self, id: usize) -> Option<Arc<Class>> {
        self.classes.get(&id).cloned()
    }

    pub fn define(&mut self, class: Arc<Class>) {
        self.classes.insert(class.id, class);
    }

    /// Returns the number of a pointer's object, and whether it is a new one. None where the pointer is an object of
    /// another class.
    pub fn number_of(&mut self, class: &Arc<Class>, pointer: *mut c_void) -> Option<(u64, bool)> {
        if let Some(&number) = self.numbers.get(&pointer.addr()) {
            return self.by_number.get(&number).filter(|object| object.class.is(class.id)).map(|_| (number, false));
        }
        let number = self.next;
        self.next += 1;
        let data = Data::new(pointer, class.finalize);
        self.numbers.insert(pointer.addr(), number);
        self.by_number.insert(number, Object { class: Arc::clone(class), data });
        Some((number, true))
    }

    /// Returns the class that scripts know an object by.
    pub fn class_of(&self, number: u64) -> Option<Arc<Class>> {
        self.by_number.get(&number).map(|object| Arc::clone(&object.class))
    }

    /// Returns the pointer of an object, which must be one of the class.
    pub fn pointer(&self, number: u64, class: usize) -> Result<*mut c_void, Status> {
        let object = self.by_number.get(&number).filter(|object| object.class.is(class));
        object.map(|object| object.data.pointer()).ok_or(Status::BadKind)
    }

    /// Returns whether it is time to look for objects that no script has any more.
    pub fn is_due(&self) -> bool {
        self.by_number.len() >= self.due.max(MOST)
    }

    /// Takes the objects that no script has any more. The caller drops them without a lock: their finalizers run.
    pub fn take(&mut self, numbers: impl Iterator<Item = u64>) -> Vec<Object> {
        let mut taken = Vec::new();
        let late = mem::take(&mut self.late);
        for number in numbers.chain(late) {
            if self.giving.contains(&number) {
                self.late.push(number);
            } else if let Some(object) = self.by_number.remove(&number) {
                self.numbers.remove(&object.data.pointer().addr());
                taken.push(object);
            }
        }
        self.due = 2 * self.by_number.len() + MOST;
        taken
    }

    /// Keeps an object from being finalized, until it was given to a script or not.
    pub fn begin_giving(&mut self, number: u64) {
        self.giving.push(number);
    }

    /// Notes whether a script has got an object.
    pub fn end_giving(&mut self, number: u64, has_it: bool) {
        if let Some(place) = self.giving.iter().position(|&other| other == number) {
            self.giving.swap_remove(place);
        }
        // The session tells of its end anew.
        self.late.retain(|&other| other != number || !has_it);
    }

    /// Forgets an object that scripts did not get. Its pointer stays C's.
    pub fn give_back(&mut self, number: u64) {
        if let Some(Object { data, .. }) = self.by_number.remove(&number) {
            self.numbers.remove(&data.pointer().addr());
            mem::forget(data);
        }
    }

    /// Takes all objects, as those of engines that are gone.
    pub fn take_all(&mut self) -> HashMap<u64, Object> {
        self.numbers.clear();
        mem::take(&mut self.by_number)
    }
}
