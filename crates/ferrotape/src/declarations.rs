//! Declarations in TypeScript of what a host gives to scripts: [`Engine::declarations`](crate::Engine::declarations).
//!
//! ```text
//! define, define_call, register ──> Declared     what is there, each with a function that tells its types
//! FromJs, IntoJs, FromArguments ──> Types        text of each type; those with a name once
//! Declared + Types ──> written ──> text          a `.d.ts`
//! ```
//!
//! Nothing is computed until requested: an engine keeps pointers to functions.

mod call;
mod form;
mod registry;
mod schema;
mod signature;
mod typed;
mod types;
mod written;

use std::sync::Arc;

use crate::host_state::HostState;
use crate::{AsContext, Engine, Error, Script};

pub use call::CallTypes;
pub use form::ObjectType;
#[cfg(feature = "macros")]
pub(crate) use form::any_of;
pub(crate) use form::{array_of, handle_of, optional, promise_of, record_of};
pub(crate) use registry::{Declared, Given, Member, MemberKind, Note};
pub(crate) use signature::Signs;
pub use signature::{Parameters, Signature};
pub(crate) use typed::Typed;
pub use types::Types;

impl Engine {
    /// Returns the text of a `.d.ts` that declares everything that the host gives to scripts: functions, calls and
    /// classes, with their types. It is for editors, and for the prompt of a language model that writes programs.
    ///
    /// The types are those of the conversions: see [`FromJs::typescript`](crate::FromJs::typescript). A call has those of
    /// [`Call::typed`](crate::Call::typed) or [`Call::schema`](crate::Call::schema). [`Engine::describe`] adds documentation and
    /// the names of parameters, which closures do not have. The macros take both from the Rust code.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("files.read", |path: String| async move { Ok::<_, String>(path) })?;
    /// engine.describe("files.read", "Reads a file.", &["path"]);
    /// engine.define("round", |number: f64, digits: Option<u8>| number)?;
    /// engine.define_call("ask", Call::blocking().typed::<fn(String) -> bool>())?;
    /// assert_eq!(
    ///     engine.declarations()?,
    ///     "declare function ask(a: string): boolean;
    /// declare const files: {
    ///     /** Reads a file. */
    ///     read(path: string): Promise<string>;
    /// };
    /// declare function round(a: number, b?: number | null): number;
    /// ",
    /// );
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the definition of a class fails that is mentioned, or for a [shared cause](Error#shared-causes).
    pub fn declarations(&mut self) -> Result<String, Error> {
        self.enter(written::declarations)
    }

    /// Documents the function at a path, for [`Engine::declarations`]: a description, and the names of its
    /// parameters. This may be called before or after the function is defined.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("area", |width: f64, height: f64| width * height)?;
    /// engine.describe("area", "Area of a rectangle.", &["width", "height"]);
    /// let text = "/** Area of a rectangle. */\ndeclare function area(width: number, height: number): number;\n";
    /// assert_eq!(engine.declarations()?, text);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn describe(&mut self, path: &str, documentation: &str, parameters: &[&str]) {
        let parameters = parameters.iter().map(|&name| name.to_owned()).collect();
        let note = Note { documentation: documentation.to_owned(), parameters };
        HostState::of(&mut self.vm).declared().describe(path, note);
    }

    /// Declares the type of a global, or of a property at a path, in TypeScript syntax. Use it for values that the
    /// host sets, and where the type of a conversion is too general.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_global("level", "info")?;
    /// engine.declare("level", "'info' | 'debug'")?;
    /// assert_eq!(engine.declarations()?, "declare const level: 'info' | 'debug';\n");
    /// assert!(engine.declare("level", "string; let a").is_err(), "no type");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if the text is no type.
    pub fn declare(&mut self, path: &str, typescript: &str) -> Result<(), Error> {
        require_type(typescript)?;
        HostState::of(&mut self.vm).declared().add(path, Given::Text(Arc::from(typescript)));
        Ok(())
    }
}

/// Fails unless the text is a type, and nothing more.
fn require_type(text: &str) -> Result<(), Error> {
    let parses = |program: String| Script::compile("type.ts", &program).is_ok();
    // Neither form takes what only ends a declaration, or the brackets.
    let is_type = !form::has_places(text)
        && parses(format!("let value: [{text}\n];"))
        && parses(format!("let value: ({text}\n);"));
    match is_type {
        true => Ok(()),
        false => Err(Error::of_usage(format!("`{text}` is not a TypeScript type"))),
    }
}
