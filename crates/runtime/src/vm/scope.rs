//! Scopes of what native code keeps alive: what is kept in one is so no longer when it ends, however it ends.
//!
//! A native function needs none: what it keeps ends with it. Loops need one for each turn, or they keep what all turns have
//! kept, and so does what runs without a native function around it.

use std::ops::{Deref, DerefMut};

use crate::vm::Vm;

/// The machine, until the scope ends: see [`Vm::scope`].
pub struct Scope<'vm> {
    vm: &'vm mut Vm,
    mark: usize,
}

impl Vm {
    /// Begins a scope: what is kept by what it gives is kept for as long as that is there.
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
