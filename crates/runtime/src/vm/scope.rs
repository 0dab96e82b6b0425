//! Scopes of values kept by native code: keeping ends with the scope, however that ends.
//!
//! A native function needs none: what it keeps ends with it. Loops need one for each turn, or they keep the values of
//! all turns. So does code that runs without a native function around it.

use std::ops::{Deref, DerefMut};

use crate::vm::Vm;

/// The machine, until the scope ends: see [`Vm::scope`].
pub struct Scope<'vm> {
    vm: &'vm mut Vm,
    mark: usize,
}

impl Vm {
    /// Begins a scope: values kept through the result are kept as long as it lives.
    #[inline]
    pub fn scope(&mut self) -> Scope<'_> {
        let mark = self.execution.kept.len();
        Scope { vm: self, mark }
    }
}

impl Deref for Scope<'_> {
    type Target = Vm;

    #[inline]
    fn deref(&self) -> &Vm {
        self.vm
    }
}

impl DerefMut for Scope<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vm {
        self.vm
    }
}

impl Drop for Scope<'_> {
    #[inline]
    fn drop(&mut self) {
        self.vm.release_kept(self.mark);
    }
}
