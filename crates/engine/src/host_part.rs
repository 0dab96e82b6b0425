//! What a host installs in an engine beside the built-ins, like a console, so that engines as bytes ([`mod@crate::snapshot`])
//! take it for what it is: something that the engine which goes on has got as well, changed or not.

use ferrotape_heap::object::host::HostData;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::vm::Vm;

/// One for each thing that hosts install.
pub struct HostPart {
    /// What messages call it.
    pub name: &'static str,
    /// Installs the same in an engine that runs nothing, which tells what of it is as it was.
    pub install: fn(&mut Vm) -> Completion<()>,
    pub classes: &'static [PartClass],
}

/// A class of objects that scripts make by what was installed: its name, and data for a new one.
pub type PartClass = (&'static str, fn() -> Box<dyn HostData>);

/// What has been installed, with the object that has its state.
#[derive(Copy, Clone)]
pub(crate) struct Installed {
    pub part: &'static HostPart,
    pub state: ObjectId,
}

impl Vm {
    /// To be called once the host has installed something. The engine keeps the object alive until the same is installed again.
    pub fn note_host_part(&mut self, part: &'static HostPart, state: ObjectId) {
        match self.host_parts.iter_mut().find(|installed| installed.part.name == part.name) {
            Some(installed) => installed.state = state,
            None => self.host_parts.push(Installed { part, state }),
        }
    }
}
