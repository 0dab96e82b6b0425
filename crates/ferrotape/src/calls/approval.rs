//! Calls that ask: the host allows each one before it answers.

use ferrotape_runtime::pending;

use super::{Call, PendingCall, unknown};
use crate::{AsContext, Context, Engine, Error, Run};

impl Call {
    /// Makes each call ask for approval: the host [allows](Run::allow) or [refuses](Run::refuse) it before it
    /// answers. Until then, the call waits like any other, and is saved and forked in that state.
    ///
    /// The tool gets exactly the arguments that were allowed: they are copied at the time of the call, in the format of
    /// [`wire`](crate::wire), and no script reaches the copies. Getters run once, during the copy. Functions, promises and
    /// anything else that is not data give a `TypeError` that the script sees. Copies of arrays and plain objects have no
    /// prototype. Needs the feature `wire`.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("pay", Call::blocking().asks())?;
    /// let program = Program::compile("job.js", "try { pay(5); pay(5000) } catch (error) { error.message }")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let call = run.take_new_calls().remove(0);
    /// assert!(call.asks() && run.answer(call.id(), "paid").is_err(), "it was not allowed yet");
    ///
    /// // Once it is allowed, it is new again, for whoever does the work.
    /// run.allow(call.id())?;
    /// let call = run.take_new_calls().remove(0);
    /// assert!(!call.asks());
    /// run.answer(call.id(), "paid")?;
    ///
    /// run.advance(&Limits::new())?;
    /// run.refuse(1, "that is too much")?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done("pay was refused: that is too much".into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[cfg(feature = "wire")]
    pub fn asks(mut self) -> Call {
        self.policy.asks = true;
        self
    }
}

impl PendingCall {
    /// Returns whether the call asks, and was not yet allowed when this description was made: see [`Call::asks`].
    pub fn asks(&self) -> bool {
        self.asks
    }
}

impl Engine {
    /// Allows a call that asks. It waits for its answer now, and is one of [`Engine::take_new_calls`] again. Fails if no call of
    /// that id asks. See [`Call::asks`].
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("remove", Call::promise().asks())?;
    /// engine.run("a.js", "remove('b.txt')")?;
    /// engine.allow(0)?;
    /// assert_eq!(engine.allow(0).unwrap_err().message(), "no call with the id 0 asks");
    /// engine.answer(0, ())?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id asks.
    pub fn allow(&mut self, id: u64) -> Result<(), Error> {
        self.enter(|cx| cx.allow_call(id))
    }

    /// Refuses a call that asks: a `TypeError` with the reason. See [`Call::asks`].
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("remove", Call::promise().asks())?;
    /// engine.run("a.js", "var seen; remove('b.txt').catch(error => seen = String(error))")?;
    /// engine.refuse(0, "Ada says no")?;
    /// engine.run_jobs()?;
    /// assert_eq!(engine.eval::<String>("seen")?, "TypeError: remove was refused: Ada says no");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id asks.
    pub fn refuse(&mut self, id: u64, reason: &str) -> Result<(), Error> {
        self.enter(|cx| cx.refuse_call(id, reason))
    }
}

impl Run<'_> {
    /// Allows a call that asks: see [`Engine::allow`] and [`Call::asks`].
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id asks.
    pub fn allow(&mut self, id: u64) -> Result<(), Error> {
        self.enter(|cx| cx.allow_call(id))
    }

    /// Refuses a call that asks: see [`Engine::refuse`] and [`Call::asks`].
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id asks.
    pub fn refuse(&mut self, id: u64, reason: &str) -> Result<(), Error> {
        self.enter(|cx| cx.refuse_call(id, reason))
    }
}

impl Context<'_> {
    pub(crate) fn allow_call(&mut self, id: u64) -> Result<(), Error> {
        match self.working(|vm| Ok(pending::allow(vm, id)))? {
            true => Ok(()),
            false => Err(asks_not(id)),
        }
    }

    pub(crate) fn refuse_call(&mut self, id: u64, reason: &str) -> Result<(), Error> {
        let error = self.refusal(id, reason)?;
        let thrown = self.reason_of(id, &error)?;
        self.end_call(id, |vm| pending::refuse(vm, id, thrown.value, reason))
    }

    /// Makes the error of a refused call.
    pub(crate) fn refusal(&mut self, id: u64, reason: &str) -> Result<Error, Error> {
        match self.vm.agent.calls.get(id) {
            Some(call) if call.asks => Ok(Error::type_error(format!("{} was refused: {reason}", call.name))),
            Some(_) => Err(asks_not(id)),
            None => Err(unknown(id)),
        }
    }

    /// Fails if a call asks, which was not allowed yet.
    pub(crate) fn require_allowed(&self, id: u64) -> Result<(), Error> {
        match self.vm.agent.calls.get(id) {
            Some(call) if call.asks => {
                Err(Error::of_usage(format!("the call with the id {id} asks: allow it before it is answered")))
            }
            _ => Ok(()),
        }
    }
}

fn asks_not(id: u64) -> Error {
    Error::of_usage(format!("no call with the id {id} asks"))
}
