//! Keys of calls, by which a tool does the work of each once.
//!
//! ```text
//! run      the host's name for the run
//! line     where the engine stands among forks of the run: calls that two of them make later are two
//! id       the number of the call
//! name, contents of the arguments
//! ```
//!
//! The key is a hash of all that. No other call with the same key can be found, so a script cannot use up the keys of
//! others.

use std::fmt::Write;

use ferrotape_runtime::Vm;
use ferrotape_runtime::pending::{Keyed, Line};
use sha2::{Digest, Sha256};

use super::{Call, PendingCall};

impl Call {
    /// Gives each call an idempotency key, so that a tool does its work once, however often it is asked:
    /// see [`PendingCall::key`].
    ///
    /// A key depends on the arguments. So they are copied at the time of the call, as with [`Call::asks`], and a
    /// value that is not data gives a `TypeError` that the script sees. Needs the feature `wire`.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("pay", Call::promise().keyed())?;
    /// engine.run("a.js", "pay('Ada', 5)")?;
    /// assert!(engine.calls()[0].key("order 12").is_some());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn keyed(mut self) -> Call {
        self.policy.is_keyed = true;
        self
    }
}

impl PendingCall {
    /// Returns the idempotency key of the call in the run of that name: 32 hexadecimal digits. None if it was defined without
    /// [`Call::keyed`]. Needs the feature `wire`.
    ///
    /// A process may end after a tool has done its work, and before the answer was saved. A process that continues the saved run
    /// finds the call with the same key. The key is also the same in a run that was started again, in whatever engine or fork of
    /// one, and makes the same call under the same id.
    ///
    /// A call that waits in a run and in a fork of it is one call, with one key. Later calls of the fork have keys of their own.
    /// Two runs that were restored from the same bytes are the same run: let only one of them use tools, or name them
    /// differently.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.define_call("pay", Call::blocking().keyed())?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let program = Program::compile("job.js", "pay('Ada', 5); pay('Ada', 5)")?;
    /// let mut engine = ready()?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let first = run.calls()[0].key("order 12");
    /// assert_ne!(run.calls()[0].key("order 13"), first);
    ///
    /// let mut restored = Engine::restore_run(ready()?, &run.save()?)?;
    /// assert_eq!(restored.calls()[0].key("order 12"), first);
    /// restored.answer(0, ())?;
    /// restored.advance(&Limits::new())?;
    /// assert_ne!(restored.calls()[0].key("order 12"), first, "another payment");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn key(&self, run: &str) -> Option<String> {
        let Keyed { line, contents } = self.keyed?;
        let mut hash = Sha256::new();
        hash.update(b"ferrotape call 1");
        for text in [run, &*self.name] {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hash.update(line);
        hash.update(self.id.to_le_bytes());
        hash.update(contents);
        let hash: [u8; 32] = hash.finalize().into();
        let mut key = String::with_capacity(DIGITS);
        for byte in &hash[..DIGITS / 2] {
            // Writing to a string does not fail.
            let _ = write!(key, "{byte:02x}");
        }
        Some(key)
    }
}

const DIGITS: usize = 32;

/// Lets the later calls of a fork have other keys than those of the engine that it was made of.
pub(crate) fn branch(of: &mut Vm, fork: &mut Vm) {
    let line = &mut of.agent.calls.line;
    let mut hash = Sha256::new();
    hash.update(b"ferrotape fork 1");
    hash.update(line.id);
    hash.update(line.forks.to_le_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    line.forks = line.forks.wrapping_add(1);
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    fork.agent.calls.line = Line { id, forks: 0 };
}
