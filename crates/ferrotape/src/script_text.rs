//! The source text of a script as an argument.

use ferrotape_budget::costs::UNITS_COMPARED_PER_TICK;
use ferrotape_budget::{Budget, Termination};

/// Source text to run. A `String` is kept as it is; borrowed text is copied. Both count against the memory limit.
///
/// ```
/// use std::sync::Arc;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.run("borrowed.js", "var n = 40")?;
/// engine.run("owned.js", String::from("n += 1"))?;
/// engine.run("shared.js", &Arc::<str>::from("n += 1"))?;
/// assert_eq!(engine.eval::<u8>("n")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait ScriptText {
    /// Returns the bytes that the engine will keep.
    fn bytes(&self) -> usize;

    /// Returns the text for the engine to keep. Calls `copy` for borrowed text.
    ///
    /// # Errors
    ///
    /// Fails as `copy` does. Text that is given as a `String` is not copied.
    fn into_string<E>(self, copy: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E>;
}

impl ScriptText for String {
    fn bytes(&self) -> usize {
        self.len()
    }

    fn into_string<E>(self, _: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E> {
        Ok(self)
    }
}

impl<T: AsRef<str> + ?Sized> ScriptText for &T {
    fn bytes(&self) -> usize {
        self.as_ref().len()
    }

    fn into_string<E>(self, copy: impl FnOnce(&str) -> Result<String, E>) -> Result<String, E> {
        copy(self.as_ref())
    }
}

/// Copies text in pieces: copying many megabytes takes longer than an interrupt may wait.
pub(crate) fn copied(text: &str, budget: &mut Budget) -> Result<String, Termination> {
    const PIECE: usize = 1 << 17;
    let mut copy = String::with_capacity(text.len());
    while copy.len() < text.len() {
        let end = text.floor_char_boundary(copy.len() + PIECE);
        // Parsing is charged by tokens; the copy of a short text is free.
        if !copy.is_empty() {
            budget.work(PIECE as u64 / UNITS_COMPARED_PER_TICK)?;
        }
        copy.push_str(&text[copy.len()..end]);
    }
    Ok(copy)
}
