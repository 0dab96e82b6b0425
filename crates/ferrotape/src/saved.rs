//! Compiled code as bytes: written by one program, run by another.

use ferrotape_bytecode::{self as bytecode, Damage};

use crate::script::Compiled;
use crate::{Error, Module, Script};

/// Compiled code that was read from bytes: a script or a module.
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
    /// Do the bytes begin like compiled code, of whatever version? Source text never does.
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

    /// Reads compiled code, whichever of the two it is: see [`Script::from_bytes`].
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
    pub fn from_bytes(bytes: &[u8]) -> Result<Saved, Error> {
        let compiled = Compiled::new(bytecode::read_saved(bytes).map_err(|error| error_of(&error))?, false);
        let is_module = compiled.unit.module.is_some();
        Ok(if is_module { Saved::Module(Module(compiled)) } else { Saved::Script(Script(compiled)) })
    }
}

impl Script {
    /// The compiled code as bytes, for [`Script::from_bytes`] of the same version of this crate. They have the source text with
    /// them, unless it was compiled [without](crate::script::Compiler::without_text).
    ///
    /// An error where the code is larger than what can be verified in time; nobody has written such code by hand.
    ///
    /// ```
    /// use ferrotape::{Engine, Script};
    ///
    /// let mut engine = Engine::new();
    /// let bytes = Script::compile("sum.js", "1 + 1")?.to_bytes()?;
    /// assert_eq!(Script::from_bytes(&bytes)?.run::<u8>(&mut engine)?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        to_bytes(&self.0)
    }

    /// Reads what [`Script::to_bytes`] has written.
    ///
    /// Bytes that nobody knows can be read: whatever they are, there is an error or code that can be run as safely as a
    /// script that nobody knows. Reading takes memory and time in proportion to the bytes.
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
    pub fn from_bytes(bytes: &[u8]) -> Result<Script, Error> {
        match Saved::from_bytes(bytes)? {
            Saved::Script(script) => Ok(script),
            Saved::Module(_) => Err(other_goal("a module, not a script")),
        }
    }
}

impl Module {
    /// The compiled code as bytes: see [`Script::to_bytes`].
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
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        to_bytes(&self.0)
    }

    /// Reads what [`Module::to_bytes`] has written, or bytes that nobody knows: see [`Script::from_bytes`].
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

/// What is wrong with bytes that are to be compiled code or an [engine](crate::Engine::restore), or with code that is to become
/// bytes.
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
    /// They never were compiled code, or an engine.
    NotSaved,
    /// Another version has written them: the source is to be compiled again, the engine to be made anew.
    OtherVersion,
    /// A script where a module was asked for, or a module where it was a script; an engine in which an execution has paused
    /// where one was asked for in which nothing runs, or the other way round.
    OtherGoal,
    /// They were changed, or made by somebody else.
    Damaged {
        /// The byte where something is wrong, or the first one of the function where it is; of an engine, about where.
        offset: usize,
    },
    /// Of what is to be written: the code is too large to be verified in time.
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
