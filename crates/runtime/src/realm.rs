//! Realms: a global object, intrinsics, and the first shapes of new objects (ECMA-262 9.3).
//!
//! A realm is a cell of the heap. Global objects, native functions and loaded units refer to it. So a closure's realm
//! is that of its code, and costs the closure nothing. The *current* realm is that of the running function, script or
//! eval code. The machine has a copy of what it needs all the time ([`CurrentRealm`]) and changes it with the realm:
//!
//! ```text
//! frames       push_frame enters the realm of the code; Ending::OtherRealm says that the caller's is another one
//! native code  Vm::in_realm enters a realm and comes back, keeping the one before alive
//! ```
//!
//! Calls within a realm pay only one comparison for all this.

mod current;
pub mod installation;
mod operations;
mod parts;

pub use installation::*;
pub use operations::*;
pub use parts::operations::*;

pub use current::CurrentRealm;
pub use ferrotape_heap::realm::{InitialShapes, Intrinsics, Realm};
pub use parts::{Install, Part, Parts, Prototypes, RealmBuilder};
