//! Values kept alive by native code, and scopes: keeping ends with the scope, however that ends.
//!
//! A native function needs none: what it keeps ends with it. Loops need one for each turn, or they keep the values of
//! all turns. So does code that runs without a native function around it.

use std::ops::{Deref, DerefMut};

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::error::Completion;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// Values that are kept between two looks at the limits.
const KEPT_AT_ONCE: usize = 1 << 14;

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

    /// Keeps a value alive until the running native function returns.
    pub fn keep(&mut self, value: Value) {
        self.execution.kept.push(value);
    }

    /// Keeps a key alive until the running native function returns.
    pub fn keep_key(&mut self, key: PropertyKey) {
        self.keep(key.kept_form());
    }

    /// Keeps many values alive, in memory that is on loan.
    pub fn keep_many(&mut self, mut values: impl ExactSizeIterator<Item = Value>) -> Completion<()> {
        while values.len() > 0 {
            let count = values.len().min(KEPT_AT_ONCE);
            self.work(count as u64 / ELEMENTS_PER_TICK)?;
            self.heap.lend(count * size_of::<Value>())?;
            self.execution.kept.reserve(count);
            self.execution.kept.extend(values.by_ref().take(count));
        }
        Ok(())
    }

    /// Mark of the values kept now, for [`Vm::release_kept`]: code that is called repeatedly releases the values that
    /// the previous call kept. Otherwise use [`Vm::scope`].
    #[inline]
    pub fn kept_mark(&self) -> usize {
        self.execution.kept.len()
    }

    /// Keeps a value alive in place of the one kept at the mark.
    #[inline]
    pub fn keep_at(&mut self, mark: usize, value: Value) {
        match self.execution.kept.get_mut(mark) {
            Some(place) => *place = value,
            None => self.execution.kept.push(value),
        }
    }

    /// Releases values that were kept since the mark was taken.
    #[inline]
    pub fn release_kept(&mut self, mark: usize) {
        self.execution.kept.truncate(mark);
    }

    /// Keeps operands alive while script runs, which may assign to the variables they came from. Works without a native
    /// function around it.
    pub fn keeping<T, const N: usize>(
        &mut self,
        operands: [Value; N],
        run: impl FnOnce(&mut Vm) -> Completion<T>,
    ) -> Completion<T> {
        let vm = &mut self.scope();
        vm.execution.kept.extend(operands);
        run(vm)
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
