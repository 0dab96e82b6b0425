//! Realms: a global object, intrinsics, and the shapes that new objects begin with (ECMA-262 9.3).
//!
//! A realm is a cell of the heap. Who refers to it: global objects, native functions, and loaded units, so that a closure's
//! realm is that of its code and costs the closure nothing. The *current* realm is that of the running function, script or
//! eval code. The machine has a copy of what it asks for all the time ([`CurrentRealm`]) and changes it where the realm does:
//!
//! ```text
//! frames       push_frame enters the realm of the code; Ending::OtherRealm says that the caller's is another one
//! native code  Vm::in_realm enters a realm and comes back, keeping the one before alive
//! ```
//!
//! Calls within a realm notice nothing of all this, but for one comparison.

pub mod installation;
mod parts;

use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::object::Kind;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::realm::{InitialShapes, Intrinsics, Realm};
pub use installation::RealmBuilder;
pub use parts::{Install, Part, Parts, Prototypes};

/// What the machine has at hand of the current realm. Nothing of it changes once the realm is made.
#[derive(Copy, Clone)]
pub struct CurrentRealm {
    pub id: RealmId,
    pub global: ObjectId,
    pub lexical: ObjectId,
    pub shapes: InitialShapes,
}

impl CurrentRealm {
    pub(crate) fn of(id: RealmId, &Realm { global, lexical, shapes, .. }: &Realm) -> Self {
        CurrentRealm { id, global, lexical, shapes }
    }
}

impl Vm {
    /// The intrinsics of the current realm.
    #[inline]
    pub fn intrinsics(&self) -> &Intrinsics {
        &self.heap.realm(self.realm.id).intrinsics
    }

    /// GetFunctionRealm, ECMA-262 7.3.22
    pub fn function_realm(&mut self, mut function: ObjectId) -> Completion<RealmId> {
        loop {
            match self.heap.kind(function) {
                Kind::Closure { code, .. } => return Ok(self.heap.code_block(code).realm),
                Kind::Native { realm, .. } => return Ok(realm),
                Kind::Host(host) => return Ok(host.realm),
                Kind::Bound(bound) => function = bound.target,
                Kind::Proxy { .. } => function = self.behind_proxies(function)?,
                _ => return Ok(self.realm.id),
            }
            self.tick(1)?;
        }
    }

    /// Makes a realm the current one. Whoever does so sees to it that the one before comes back, and lives until then.
    #[cold]
    #[inline(never)]
    pub fn enter_realm(&mut self, id: RealmId) {
        self.realm = CurrentRealm::of(id, self.heap.realm(id));
    }

    /// Does something in a realm, and comes back to the current one however that ends.
    #[cold]
    #[inline(never)]
    pub fn in_realm<T>(&mut self, realm: RealmId, run: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
        let before = self.realm;
        if realm == before.id {
            return run(self);
        }
        self.keeping([Value::object(before.global)], |vm| {
            vm.enter_realm(realm);
            let result = run(vm);
            vm.realm = before;
            result
        })
    }
}
