//! Parts of the built-ins made when a script first touches them.

use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::names::keys;
use crate::object::Class;
use crate::property_key::PropertyKey;
use crate::realm::{Intrinsics, RealmBuilder};
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// Globals that are no part's.
const VALUES: usize = 4;

impl Vm {
    /// Says of the objects and globals of a new realm which parts they are of.
    pub(in crate::realm) fn prepare_parts(&mut self) -> Completion<()> {
        let (realm, global) = (self.realm.id, self.realm.global);
        let globals = self.parts.iter().map(|part| part.globals.len()).sum::<usize>();
        self.heap.expect_properties(global, globals + VALUES);
        for (number, part) in self.parts.iter().enumerate() {
            let mut objects = Vec::new();
            (part.objects)(&self.heap.realm(realm).intrinsics, &mut |object| objects.push(object));
            objects.into_iter().for_each(|object| self.heap.set_part(object, number, global));
            for name in part.globals {
                let key = self.heap.key(name);
                let lazy = Attributes::METHOD.with(Attributes::LAZY);
                self.heap.add_slot(global, key, Value::int(number as i32), lazy)?;
            }
        }
        // The values of the global object, ECMA-262 19.1.
        let heap = &mut self.heap;
        heap.add_slot(global, keys::NAN, Value::NAN, Attributes::NONE)?;
        heap.add_slot(global, keys::INFINITY, Value::number(f64::INFINITY), Attributes::NONE)?;
        heap.add_slot(global, keys::UNDEFINED, Value::UNDEFINED, Attributes::NONE)?;
        heap.add_slot(global, keys::GLOBAL_THIS, Value::object(global), Attributes::METHOD)?;
        Ok(())
    }

    /// Sees to it that an object has its properties. To be called before a look at what is stored where it may be a built-in;
    /// internal methods do.
    #[inline]
    pub fn fill(&mut self, object: ObjectId) {
        if self.heap.class_of(object) == Class::Unfilled {
            self.fill_now(object);
        }
    }

    #[cold]
    #[inline(never)]
    fn fill_now(&mut self, object: ObjectId) {
        if let Some((part, realm)) = self.heap.unfilled(object) {
            self.make_part(part, realm);
        }
        // What is of no part has no properties.
        self.heap.begin_filling(object);
    }

    /// Fills the prototypes of an object, as far as they can be told without running script: for messages.
    pub fn fill_prototypes(&mut self, object: ObjectId) {
        /// Nobody looks further up.
        const LONGEST_CHAIN: usize = 1000;
        let mut current = object;
        for _ in 0..LONGEST_CHAIN {
            self.fill(current);
            if let Some(prototype) = self.heap.prototype_of(current) {
                self.fill(prototype);
            }
            match self.heap.known_prototype_of(current) {
                Some(prototype) => current = prototype,
                None => return,
            }
        }
    }

    /// An intrinsic that its part of the built-ins makes: the one that defines a global of that name.
    #[inline]
    pub fn made(&mut self, global: &str, pick: fn(&Intrinsics) -> ObjectId) -> ObjectId {
        let object = pick(self.intrinsics());
        if object != self.heap.nothing { object } else { self.make_now(global, pick) }
    }

    #[cold]
    #[inline(never)]
    fn make_now(&mut self, global: &str, pick: fn(&Intrinsics) -> ObjectId) -> ObjectId {
        if let Some(part) = self.parts.iter().position(|part| part.globals.contains(&global)) {
            self.make_part(part, self.realm.id);
        }
        pick(self.intrinsics())
    }

    /// Makes a lazy property of a global object, and gives it.
    pub(crate) fn make_global(&mut self, global: ObjectId, realm: RealmId, key: PropertyKey) -> Value {
        let part = self.heap.stored_property(global, key).and_then(|stored| stored.value.as_int());
        if let Some(part) = part {
            self.make_part(part as usize, realm);
        }
        // Every part makes what it says that it does.
        self.replace_lazy(global, key, Value::UNDEFINED);
        self.heap.stored_property(global, key).map_or(Value::UNDEFINED, |stored| stored.value)
    }

    /// Makes those parts of the current realm's built-ins: a bit for each.
    pub(crate) fn make_parts(&mut self, parts: u64) {
        for number in (0..self.parts.len()).filter(|number| parts >> number & 1 != 0) {
            self.make_part(number, self.realm.id);
        }
    }

    /// Makes a part of a realm's built-ins, once. Half of one would be worse than one that goes over a limit: what it takes
    /// counts, and whoever asks next hears of it.
    fn make_part(&mut self, number: usize, realm: RealmId) {
        let Some(part) = self.parts.get(number) else { return };
        let state = self.heap.realm_mut(realm);
        if state.parts_made & 1 << number != 0 {
            return;
        }
        state.parts_made |= 1 << number;
        let mut objects = Vec::new();
        (part.objects)(&state.intrinsics, &mut |object| objects.push(object));
        objects.into_iter().for_each(|object| self.heap.begin_filling(object));
        let held = self.heap.budget.stop_nothing();
        let made = self.in_realm(realm, |vm| (part.install)(&mut RealmBuilder { vm, is_part: true }));
        self.heap.budget.stop_again(&held);
        debug_assert!(made.is_ok(), "nothing stops what makes a part");
    }

    /// The value of an own property, where it can be had without running script; what is lazy is made.
    pub fn own_data(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<Value>> {
        self.fill(object);
        if !self.heap.is_opaque(object, key) {
            self.ordinary_own_property(object, key)?;
        }
        Ok(self.heap.own_data(object, key))
    }
}
