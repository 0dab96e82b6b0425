//! Compiled code as bytes, written by one program and run by another.

use ferrotape_bytecode::{self as bytecode, Damage};

use crate::script::Compiled;
use crate::{Error, Module, Script};

/// Compiled code read from bytes: a script or a module.
///
/// ```
/// use ferrotape::script::Saved;
/// use ferrotape::{Engine, Script};
///
/// let bytes = Script::compile("answer.js", "6 * 7")?.to_bytes()?;
/// assert!(Saved::is_saved(&bytes) && !Saved::is_saved(b"6 * 7"));
/// match Saved::from_bytes(&bytes)? {
///     Saved::Script(script) => assert_eq!(script.run::<u32>(&mut Engine::new())?, 42),
///     Saved::Module(module) => println!("the module {}", module.name()),
///     _ => {}
/// }
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Saved {
    /// A script.
    Script(Script),
    /// A module.
    Module(Module),
}

impl Saved {
    /// Returns whether bytes begin like compiled code of any version. Source text never does.
    ///
    /// ```
    /// use ferrotape::script::Saved;
    /// use ferrotape::Script;
    ///
    /// assert!(Saved::is_saved(&Script::compile("a.js", "1")?.to_bytes()?));
    /// assert!(!Saved::is_saved(b"1"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytecode::is_saved(bytes)
    }

    /// Reads compiled code of either kind: see [`Script::from_bytes`].
    ///
    /// ```
    /// use ferrotape::script::Saved;
    /// use ferrotape::{Module, Script};
    ///
    /// let script = Script::compile("answer.js", "6 * 7")?.to_bytes()?;
    /// let module = Module::compile("/answer.mjs", "export default 6 * 7")?.to_bytes()?;
    /// assert!(matches!(Saved::from_bytes(&script)?, Saved::Script(_)));
    /// assert!(matches!(Saved::from_bytes(&module)?, Saved::Module(module) if module.name() == "/answer.mjs"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not valid code of this version: [`ErrorKind::Saved`](crate::ErrorKind::Saved) with the
    /// [`SavedProblem`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Saved, Error> {
        let compiled = Compiled::new(bytecode::read_saved(bytes).map_err(|error| error_of(&error))?, false);
        let is_module = compiled.unit.module.is_some();
        Ok(if is_module { Saved::Module(Module(compiled)) } else { Saved::Script(Script(compiled)) })
    }
}

impl Script {
    /// Returns the compiled code as bytes, for [`Script::from_bytes`] of the same version of this crate. They include
    /// the source text, unless the script was compiled [without](crate::script::Compiler::without_text).
    ///
    /// ```
    /// use ferrotape::{Engine, Script};
    ///
    /// let mut engine = Engine::new();
    /// let bytes = Script::compile("sum.js", "1 + 1")?.to_bytes()?;
    /// assert_eq!(Script::from_bytes(&bytes)?.run::<u8>(&mut engine)?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the code is too large to be verified in time ([`SavedProblem::TooLarge`]), which no code written by
    /// hand is.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        to_bytes(&self.0)
    }

    /// Reads bytes written by [`Script::to_bytes`].
    ///
    /// Untrusted bytes are safe to read. They give an error, or code that is as safe to run as an untrusted script.
    /// Reading takes memory and time in proportion to the bytes.
    ///
    /// ```
    /// use ferrotape::script::SavedProblem;
    /// use ferrotape::{Engine, ErrorKind, Script};
    ///
    /// let mut bytes = Script::compile("sum.js", "[1, 2, 3].reduce((a, b) => a + b)")?.to_bytes()?;
    /// let script = Script::from_bytes(&bytes)?;
    /// assert_eq!(script.run::<f64>(&mut Engine::new())?, 6.0);
    /// assert_eq!(script.name(), "sum.js");
    ///
    /// bytes[40] ^= 1;
    /// let problem = |bytes: &[u8]| Script::from_bytes(bytes).unwrap_err().kind();
    /// assert!(matches!(problem(&bytes), ErrorKind::Saved(SavedProblem::Damaged { .. })));
    /// assert_eq!(problem(b"1 + 1"), ErrorKind::Saved(SavedProblem::NotSaved));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Saved::from_bytes`] does, and for a module ([`SavedProblem::OtherGoal`]).
    pub fn from_bytes(bytes: &[u8]) -> Result<Script, Error> {
        match Saved::from_bytes(bytes)? {
            Saved::Script(script) => Ok(script),
            Saved::Module(_) => Err(other_goal("a module, not a script")),
        }
    }
}

impl Module {
    /// Returns the compiled code as bytes: see [`Script::to_bytes`].
    ///
    /// ```
    /// use ferrotape::{Engine, Module};
    ///
    /// let bytes = Module::compile("/shapes.mjs", "export const area = (w, h) => w * h")?.to_bytes()?;
    /// let mut engine = Engine::new();
    /// let namespace = Module::from_bytes(&bytes)?.evaluate(&mut engine)?;
    /// assert_eq!(namespace.call_method::<f64>(&mut engine, "area", (6, 7))?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Script::to_bytes`] does.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        to_bytes(&self.0)
    }

    /// Reads bytes written by [`Module::to_bytes`], or untrusted bytes: see [`Script::from_bytes`].
    ///
    /// ```
    /// use ferrotape::script::SavedProblem;
    /// use ferrotape::{Engine, ErrorKind, Module, Script};
    ///
    /// let bytes = Module::compile("/answer.mjs", "export default 6 * 7")?.to_bytes()?;
    /// let mut engine = Engine::new();
    /// assert_eq!(Module::from_bytes(&bytes)?.evaluate(&mut engine)?.get::<u8>(&mut engine, "default")?, 42);
    /// let script = Script::compile("answer.js", "6 * 7")?.to_bytes()?;
    /// assert_eq!(Module::from_bytes(&script).unwrap_err().kind(), ErrorKind::Saved(SavedProblem::OtherGoal));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Saved::from_bytes`] does, and for a script ([`SavedProblem::OtherGoal`]).
    pub fn from_bytes(bytes: &[u8]) -> Result<Module, Error> {
        match Saved::from_bytes(bytes)? {
            Saved::Module(module) => Ok(module),
            Saved::Script(_) => Err(other_goal("a script, not a module")),
        }
    }
}

fn to_bytes(compiled: &Compiled) -> Result<Vec<u8>, Error> {
    bytecode::save(&compiled.unit, !compiled.saves_no_text).map_err(|error| error_of(&error))
}

/// The problems of bytes that should be compiled code or a saved [engine](crate::Engine::restore), or of code to be
/// saved.
///
/// ```
/// use ferrotape::script::SavedProblem;
/// use ferrotape::{ErrorKind, Script};
///
/// let mut bytes = Script::compile("a.js", "1")?.to_bytes()?;
/// bytes.truncate(bytes.len() / 2);
/// match Script::from_bytes(&bytes).unwrap_err().kind() {
///     ErrorKind::Saved(SavedProblem::Damaged { offset }) => assert!(offset <= bytes.len()),
///     kind => panic!("{kind:?}"),
/// }
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SavedProblem {
    /// The bytes never were compiled code, or an engine.
    NotSaved,
    /// Another version wrote the bytes: compile the source again, or build the engine again.
    OtherVersion,
    /// A script was found instead of a module, or a module instead of a script. Likewise for an engine with a paused
    /// execution and an engine in which nothing runs.
    OtherGoal,
    /// The bytes were changed, or made by something else.
    Damaged {
        /// The byte of the problem, or the first byte of its function. For a saved engine, it is approximate.
        offset: usize,
    },
    /// The code to be saved is too large to be verified in time.
    TooLarge,
}

fn error_of(error: &bytecode::SavedError) -> Error {
    let problem = match *error {
        bytecode::SavedError::NotSaved => SavedProblem::NotSaved,
        bytecode::SavedError::OtherVersion => SavedProblem::OtherVersion,
        bytecode::SavedError::Damaged(Damage { offset, .. }) => SavedProblem::Damaged { offset },
        bytecode::SavedError::TooLarge(_) => SavedProblem::TooLarge,
        bytecode::SavedError::Unsound(offset, _) => SavedProblem::Damaged { offset },
    };
    Error::of_saved(problem, error.to_string())
}

fn other_goal(found: &str) -> Error {
    Error::of_saved(SavedProblem::OtherGoal, format!("the compiled code is {found}"))
}
