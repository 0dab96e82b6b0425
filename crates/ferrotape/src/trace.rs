//! Events of an engine for `tracing`. Without the feature `tracing`, these functions do nothing.
//!
//! | target | level | event |
//! |---|---|---|
//! | `ferrotape::console` | that of the message | a message of `console`, if the host has a `TracingConsole` |
//! | `ferrotape::engine` | warn | a limit has ended a run; an unhandled rejection |
//! | `ferrotape::engine` | error | a host function or future has panicked |
//! | `ferrotape::engine` | debug | source text was compiled; a host future was started, or is at its end; a call was answered |

use crate::Error;

#[cfg(feature = "tracing")]
mod events {
    use super::Error;

    pub(crate) fn terminated(error: &Error) {
        ::tracing::warn!(target: "ferrotape::engine", error = %error, "a limit has ended a run");
    }

    pub(crate) fn unhandled(error: &Error) {
        ::tracing::warn!(target: "ferrotape::engine", error = %error, "nobody handles a rejection");
    }

    pub(crate) fn panicked(what: &'static str) {
        ::tracing::error!(target: "ferrotape::engine", "{what} of the host has panicked");
    }

    pub(crate) fn compiled(name: &str, bytes: usize) {
        ::tracing::debug!(target: "ferrotape::engine", name, bytes, "a text was compiled");
    }

    pub(crate) fn started(future: u64) {
        ::tracing::debug!(target: "ferrotape::engine", future, "a future was started");
    }

    pub(crate) fn answered(call: u64, name: &str) {
        ::tracing::debug!(target: "ferrotape::engine", call, name, "a call of the host was answered");
    }

    pub(crate) fn ended(future: u64) {
        ::tracing::debug!(target: "ferrotape::engine", future, "a future is at its end");
    }
}

#[cfg(not(feature = "tracing"))]
mod events {
    use super::Error;

    pub(crate) fn terminated(_: &Error) {}
    pub(crate) fn unhandled(_: &Error) {}
    pub(crate) fn panicked(_: &'static str) {}
    pub(crate) fn compiled(_: &str, _: usize) {}
    pub(crate) fn started(_: u64) {}
    pub(crate) fn answered(_: u64, _: &str) {}
    pub(crate) fn ended(_: u64) {}
}

pub(crate) use events::{answered, compiled, ended, panicked, started, terminated, unhandled};

/// A [`Console`](crate::Console) whose messages are events of `tracing`, with the target `ferrotape::console`.
///
/// ```
/// use ferrotape::console::{InspectOptions, TracingConsole};
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define_console(TracingConsole, InspectOptions::default())?;
/// engine.run("a.js", "console.warn('nearly full: %d %', 97)")?;
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[cfg(all(feature = "tracing", feature = "inspect"))]
#[derive(Copy, Clone, Default, Debug)]
pub struct TracingConsole;

#[cfg(all(feature = "tracing", feature = "inspect"))]
impl crate::Console for TracingConsole {
    fn message(&self, level: crate::Level, text: &str) {
        match level {
            crate::Level::Debug => ::tracing::debug!(target: "ferrotape::console", "{text}"),
            crate::Level::Warn => ::tracing::warn!(target: "ferrotape::console", "{text}"),
            crate::Level::Error => ::tracing::error!(target: "ferrotape::console", "{text}"),
            _ => ::tracing::info!(target: "ferrotape::console", "{text}"),
        }
    }
}
