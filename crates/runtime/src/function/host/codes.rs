//! Code of host functions, and the codes that ran last.

use std::sync::Arc;

use crate::error::Completion;
use crate::function::{Call, HostFunction};
use crate::heap::ObjectId;
use crate::panics::unless_it_panics;
use crate::value::Value;
use crate::vm::Vm;

/// The body of a function that the host has defined.
///
/// It may call itself through script, and the engine may move to another thread. So it must be `Sync` as well, although
/// one thread at a time calls it.
pub type HostCode = dyn Fn(&mut Vm, Call) -> Completion<Value> + Send + Sync;

/// Body of a host function, which the heap keeps without knowing its type.
pub(super) struct Body {
    /// The code; none once it is dropped.
    pub(super) code: Option<Arc<HostCode>>,
    /// Name that the host has given it.
    pub(super) name: Box<str>,
    /// Number among the functions of that name in its realm: `crate::function::defined`.
    pub(super) order: Option<u32>,
}

impl Drop for Body {
    fn drop(&mut self) {
        drop_code(self.code.take());
    }
}

/// Drops the code. Catches panics of destructors of its captures, so that they do not end the collection that runs
/// them.
fn drop_code(code: Option<Arc<HostCode>>) {
    unless_it_panics(|| drop(code));
}

/// The name that the host gave to a function; scripts cannot change it.
pub fn name_of_host_function(function: &HostFunction) -> &str {
    function.code().downcast_ref().map_or("", |body: &Body| &body.name)
}

/// The number that tells it from others of its name in its realm; none if nothing does.
pub fn order_of_host_function(function: &HostFunction) -> Option<u32> {
    function.code().downcast_ref().and_then(|body: &Body| body.order)
}

/// Address of the code, which is equal for functions that share it.
pub fn address_of_host_function(function: &HostFunction) -> usize {
    std::ptr::from_ref(function.code()).addr()
}

/// The code of functions that ran last, by the function's object, each to be taken by its next call. Collections clear
/// it. Until the next collection no other object has the id of one of these.
#[derive(Default)]
pub struct HostCodes([Option<(ObjectId, Arc<HostCode>)>; HostCodes::PLACES]);

impl HostCodes {
    const PLACES: usize = 16;

    #[inline]
    fn place(&mut self, function: ObjectId) -> &mut Option<(ObjectId, Arc<HostCode>)> {
        &mut self.0[function.0 as usize % HostCodes::PLACES]
    }

    #[inline]
    pub(super) fn take(&mut self, function: ObjectId) -> Option<Arc<HostCode>> {
        let ready = self.place(function).take_if(|(other, _)| *other == function)?;
        Some(ready.1)
    }

    #[inline]
    pub(super) fn give_back(&mut self, function: ObjectId, code: Arc<HostCode>) {
        *self.place(function) = Some((function, code));
    }
}

/// Drops the ready code safely if the engine is dropped first.
impl Drop for HostCodes {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(|place| drop_code(place.take().map(|(_, code)| code)));
    }
}
