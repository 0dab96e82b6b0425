//! The running realm: entered, left, asked for.

use ferrotape_heap::realm::Intrinsics;

use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::object::Kind;
use crate::realm::CurrentRealm;
use crate::value::Value;
use crate::vm::Vm;

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
