//! A class that is defined, as the host's state remembers it.

use ferrotape_runtime::object::host::HostClassId;

use crate::handle::Handle;
use crate::{Carry, Error, Forking};

/// A class in a realm.
#[derive(Clone)]
pub(crate) struct DefinedClass {
    pub(super) class: HostClassId,
    pub(super) prototype: Handle,
    /// None while the class is being defined.
    pub(super) constructor: Option<Handle>,
}

impl Carry for DefinedClass {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        let &DefinedClass { class, ref prototype, ref constructor } = self;
        let constructor = constructor.as_ref().map(|constructor| constructor.carry(forking)).transpose()?;
        Ok(DefinedClass { class, prototype: prototype.carry(forking)?, constructor })
    }
}
