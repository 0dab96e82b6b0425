//! Scripts that the host runs again and again ([`crate::scripts::eval::load_script`]).

use crate::heap::{CodeId, ObjectId};

/// A script that is ready to run in a realm: the object that keeps it alive, and its code.
#[derive(Copy, Clone, Debug)]
pub struct LoadedScript {
    pub object: ObjectId,
    pub(crate) code: CodeId,
}
