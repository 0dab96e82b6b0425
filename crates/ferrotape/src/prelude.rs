//! The names that most hosts use: `use ferrotape::prelude::*;`.
//!
//! ```
//! use ferrotape::prelude::*;
//!
//! let mut engine = Engine::builder().memory_limit(16 << 20).build()?;
//! let double: Function = engine.eval("x => x * 2")?;
//! assert_eq!(double.call::<f64>(&mut engine, (21,))?, 42.0);
//! # Ok::<(), Error>(())
//! ```

pub use crate::array::Array;
pub use crate::builder::Builder;
pub use crate::class::{Class, ClassBuilder, Instance, Own};
pub use crate::context::{AsContext, Context};
pub use crate::convert::{FromJs, IntoJs};
pub use crate::engine::Engine;
pub use crate::error::{Error, ErrorKind};
pub use crate::function::Function;
pub use crate::limits::Limits;
pub use crate::object::Object;
pub use crate::promise::Promise;
pub use crate::script::{Module, Script};
pub use crate::value::Value;
#[cfg(feature = "macros")]
pub use ferrotape_macros::{FromJs, IntoJs};
