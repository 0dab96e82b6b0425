//! One event for each call of the host, when it is over.

use ferrotape_runtime::pending::{self, CallEvent, OnCall};

use crate::Engine;

impl Engine {
    /// Calls the closure once for each call of [`Engine::define_call`], when it is over, for example to log them.
    /// Calls of async functions of the host are included if the host answers them instead of their future. The
    /// closure gets no engine. Only the panic hook sees its panics. Forks have the same closure; restored engines
    /// have their own.
    ///
    /// An event has the fuel that was used before the call, and the time that it has waited, by the engine's clock. With the
    /// feature `wire` it has the bytes of arguments and answer. Counting them runs no script, and is charged to the program.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferrotape::host::CallEnd;
    /// use ferrotape::{Call, Engine};
    ///
    /// let log = Arc::new(Mutex::new(Vec::new()));
    /// let seen = Arc::clone(&log);
    /// let mut engine = Engine::new();
    /// engine.on_call(move |event| seen.lock().unwrap().push((event.id, event.end.clone())));
    /// engine.define_call("search", Call::promise().times(1))?;
    /// engine.run("a.js", "search('a'); try { search('b') } catch {}")?;
    /// engine.answer(0, 1)?;
    /// let denied = CallEnd::Denied("search may be called once, and was".to_owned());
    /// assert_eq!(*log.lock().unwrap(), [(None, denied), (Some(0), CallEnd::Answered)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn on_call(&mut self, tell: impl Fn(&CallEvent) + Send + Sync + 'static) {
        #[cfg(feature = "wire")]
        pending::set_format(&mut self.vm, super::bytes::FORMAT);
        pending::set_on_call(&mut self.vm, OnCall::new(tell));
    }
}
