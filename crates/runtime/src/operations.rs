//! Operations that code of both machines is made of: property access with inline caches, calls, classes, literals, names, what
//! iterates. The functions of the specification that values and objects have are beside this (`object`, `convert`, `iteration`
//! and so on); here is what an instruction wants of them.

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
