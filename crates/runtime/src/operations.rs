//! Operations of instructions on both machines: property access with inline caches, calls, classes, literals, names,
//! iteration. The functions of the specification on values and objects are beside this module (`object`, `convert`,
//! `iteration` and so on).

pub mod at_once;
pub mod calls;
pub mod class;
pub mod elements;
pub mod get;
pub mod intrinsic;
pub mod iterate;
pub mod literal;
pub mod private;
pub mod set;
pub mod template;
pub mod variables;
pub mod window;
