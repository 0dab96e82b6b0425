//! Calls that the host answers in its own time: perhaps in another process, see [`Run`](crate::Run).

mod approval;
#[cfg(feature = "wire")]
mod bytes;
mod events;
#[cfg(feature = "wire")]
pub(crate) mod keys;

use std::sync::Arc;

use ferrotape_budget::costs::HOST_CALL;
use ferrotape_runtime as engine;
use ferrotape_runtime::HostCode;
use ferrotape_runtime::Vm;
use ferrotape_runtime::function::host;
use ferrotape_runtime::object::{array, set_prototype_of};
use ferrotape_runtime::pausing;
use ferrotape_runtime::pending::{self, Keyed, Policy, Waits};
use ferrotape_runtime::program;
use ferrotape_runtime::promise;

use crate::declarations::{Given, Typed};
use crate::host_state::HostState;
use crate::throwing::throw_of;
use crate::{AsContext, Context, Engine, Error, FromJs, Function, IntoJs, Local, StackEntry};

/// Description of a function that waits for the host, for [`Engine::define_call`].
///
/// ```
/// use ferrotape::{Call, Engine, Limits, Program, Progress};
///
/// let mut engine = Engine::new();
/// engine.define_call("search", Call::promise())?;
/// engine.define_call("ask", Call::blocking())?;
/// // `ask` needs no `await`; of `search`, many may wait at once.
/// let text = "const name = ask('who?'); Promise.all([search(name), search('all')]).then(found => log = found.join())";
/// let program = Program::compile("job.js", text)?;
/// let mut run = engine.start(&program)?;
/// assert!(matches!(run.advance(&Limits::new())?, Progress::Waiting));
/// let ask = run.take_new_calls().remove(0);
/// run.answer(ask.id(), "Ada")?;
/// assert!(matches!(run.advance(&Limits::new())?, Progress::Waiting));
/// for call in run.take_new_calls() {
///     let (word,): (String,) = call.arguments(&mut run)?;
///     run.answer(call.id(), format!("found {word}"))?;
/// }
/// assert!(matches!(run.advance(&Limits::new())?, Progress::Done(_)));
/// drop(run);
/// assert_eq!(engine.eval::<String>("log")?, "found Ada,found all");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub(crate) is_blocking: bool,
    pub(crate) policy: Policy,
    pub(crate) types: Typed,
}

impl Call {
    /// Gives the script a promise, which the answer settles. Any number of calls may wait at once.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// assert!(engine.eval::<bool>("search('a') instanceof Promise")?);
    /// assert_eq!(engine.calls()[0].name(), "search");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn promise() -> Call {
        Call { is_blocking: false, policy: Policy::default(), types: Typed::default() }
    }

    /// Lets the script wait at the place of the call, without `await`. The answer is the value of the call.
    ///
    /// The script can wait only if no Rust function is between it and the host. These have one in between: a comparison of
    /// `sort`, a callback of `map`, a getter called by `JSON.stringify`, a proxy trap, `eval`, an imported module that is being
    /// evaluated, and an async generator from its `next` to its `await`. There the call is a `TypeError` that names the function
    /// in between, as in an engine that runs no [`Program`](crate::Program).
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "[1].map(() => ask('who?'))")?;
    /// let error = engine.start(&program)?.advance(&Limits::new()).unwrap_err();
    /// assert!(error.message().ends_with("cannot do here: '[1].map' stands in between, at job.js:1:5"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn blocking() -> Call {
        Call { is_blocking: true, policy: Policy::default(), types: Typed::default() }
    }

    /// Allows this many calls, in all programs of the engine. Calls already used count in forks and restored engines.
    /// A further call is a `TypeError` that the script sees.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("pay", Call::blocking().times(1))?;
    /// let program = Program::body("job.js", "pay(5); try { pay(5) } catch (error) { return error.message }")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// run.answer(0, "paid")?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done("pay may be called once, and was".into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn times(mut self, most: u64) -> Call {
        self.policy.most = Some(most);
        self
    }

    /// Allows this many calls to wait at once. A further call is a `TypeError` that the script sees.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise().at_once(2))?;
    /// engine.run("a.js", "search('a'); search('b')")?;
    /// let error = engine.run("b.js", "search('c')").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: search may have 2 calls that wait, and has as many");
    /// engine.answer(0, ())?;
    /// assert!(engine.run("b.js", "search('c')").is_ok());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn at_once(mut self, most: u64) -> Call {
        self.policy.most_waiting = Some(most);
        self
    }

    /// Refuses each call with a `TypeError` that has the reason: the function exists, but this script may not use it.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("remove", Call::promise().refused("this plan may only read"))?;
    /// let error = engine.run("a.js", "remove('b.txt')").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: remove is not allowed: this plan may only read");
    /// assert!(engine.calls().is_empty());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn refused(mut self, reason: &str) -> Call {
        self.policy.refused = Some(Arc::from(reason));
        self
    }
}

/// A call that waits for an answer, from [`Run::take_new_calls`](crate::Run::take_new_calls). It is plain data that
/// can be kept, compared, and dropped.
///
/// ```
/// use ferrotape::{Call, Engine, Limits, Program};
///
/// let mut engine = Engine::new();
/// engine.define_call("ask", Call::blocking())?;
/// let program = Program::compile("job.js", "`Hello, ${ask('who?', 3)}!`")?;
/// let mut run = engine.start(&program)?;
/// run.advance(&Limits::new())?;
/// let call = run.take_new_calls().remove(0);
/// assert_eq!((call.id(), call.name(), call.is_blocking()), (0, "ask", true));
/// let (question, times): (String, u8) = call.arguments(&mut run)?;
/// assert_eq!((question.as_str(), times), ("who?", 3));
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingCall {
    id: u64,
    name: Arc<str>,
    is_blocking: bool,
    is_of_future: bool,
    asks: bool,
    stack: Arc<[StackEntry]>,
    keyed: Option<Keyed>,
}

impl PendingCall {
    /// Returns the id, by which the call is answered. Ids count from 0, and are the same in each run of a program with the
    /// same answers. No id is used twice. See [`PendingCall`].
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the name of the function, as it was defined: see [`PendingCall`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the script waits at the place of the call: see [`Call::blocking`].
    pub fn is_blocking(&self) -> bool {
        self.is_blocking
    }

    /// Returns whether it comes from an async function of the host whose future is in another process or engine. The
    /// host answers the call, or calls the function again: see [`Engine::retry`]. An `import()` that was being fetched is
    /// such a call too, named `import`. Its arguments are specifier, referrer, type and phase. For the static imports of a
    /// program, the program's name is both of the first, and the phase is `program`.
    pub fn is_of_future(&self) -> bool {
        self.is_of_future
    }

    /// Returns the place of the call: the innermost entry of [`PendingCall::stack`] that is in source text. None if
    /// no script made it.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// let program = Program::body("job.js", "const found = [\n    search('words'),\n]\nawait found[0]")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let call = run.take_new_calls().remove(0);
    /// let place = call.place().expect("a script has made it");
    /// assert_eq!((place.source.as_str(), place.line, place.column), ("job.js", 2, 5));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn place(&self) -> Option<&StackEntry> {
        self.stack.iter().find(|entry| entry.line > 0)
    }

    /// Returns the functions that were running when the call was made, innermost first, and the async functions that waited for
    /// them, like the stack of an error. It is saved with the run, and the same in a fork.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "function greet() {\n    return ask('who?')\n}\ngreet()")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let call = run.take_new_calls().remove(0);
    /// let stack: Vec<_> = call.stack().iter().map(|entry| (entry.function.as_str(), entry.line)).collect();
    /// assert_eq!(stack, [("greet", 2), ("", 4)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stack(&self) -> &[StackEntry] {
        &self.stack
    }

    /// Converts all arguments, as an array of them: to a tuple of their number, a vector, or any other type. See [`PendingCall`].
    ///
    /// Objects are those of the script, which may have changed them since the call, and whose getters run. Not so where the call
    /// asks, or its bytes are limited: there they are copies.
    ///
    /// # Errors
    ///
    /// Fails once the call was answered, if an argument is not of that type, or for a [shared cause](Error#shared-causes).
    pub fn arguments<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<T, Error> {
        cx.enter(|cx| {
            let arguments = self.values(cx)?;
            let is_copied = cx.vm.agent.calls.policy(&self.name).is_some_and(Policy::copies);
            let list = cx.run_for_value(|vm| {
                vm.room(2 * size_of_val(&*arguments))?;
                let list = array::new_array_from(vm, arguments)?;
                if is_copied {
                    set_prototype_of(vm, list, None)?;
                }
                Ok(engine::Value::object(list))
            })?;
            T::from_js(cx, list).map_err(|error| error.within("the arguments"))
        })
    }

    /// Converts one argument, counted from 0: `undefined` if there are no more.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// engine.run("a.js", "search('words')")?;
    /// let call = engine.calls().remove(0);
    /// assert_eq!(call.argument::<String>(&mut engine, 0)?, "words");
    /// assert_eq!(call.argument::<Option<u8>>(&mut engine, 1)?, None);
    /// engine.answer(call.id(), ())?;
    /// assert!(call.argument::<String>(&mut engine, 0).is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails once the call was answered, if the argument is not of that type, or for a [shared cause](Error#shared-causes).
    pub fn argument<T: FromJs>(&self, cx: &mut impl AsContext, index: usize) -> Result<T, Error> {
        cx.enter(|cx| {
            let argument = self.values(cx)?.get(index).copied().unwrap_or(engine::Value::UNDEFINED);
            let argument = cx.kept(argument);
            T::from_js(cx, argument).map_err(|error| error.within_argument(index))
        })
    }

    fn values(&self, cx: &mut Context<'_>) -> Result<Vec<engine::Value>, Error> {
        match cx.vm.agent.calls.get(self.id) {
            Some(call) => Ok(call.arguments.to_vec()),
            None => Err(unknown(self.id)),
        }
    }

    fn of(id: u64, call: &pending::PendingCall) -> PendingCall {
        let (is_blocking, is_of_future) = (call.waits == Waits::Frame, call.of_future.is_some());
        let (name, stack) = (Arc::clone(&call.name), Arc::clone(&call.stack));
        PendingCall { id, name, is_blocking, is_of_future, asks: call.asks, stack, keyed: call.keyed }
    }
}

impl Engine {
    /// Defines a global function that the host answers later: see [`Call`]. A dotted name puts it into an
    /// object, as with [`Engine::define`].
    ///
    /// A program that was started ([`Engine::start`]) gives such calls to its host. In any other run, only promises can
    /// wait: the host finds their calls in [`Engine::calls`], and runs the jobs after it has answered.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// engine.run("a.js", "var found; search('words').then(all => found = all)")?;
    /// let call = engine.calls().remove(0);
    /// engine.answer(call.id(), ["w", "o"])?;
    /// engine.run_jobs()?;
    /// assert_eq!(engine.eval::<String>("found.join()")?, "w,o");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the global object refuses the property, or for a [shared cause](Error#shared-causes).
    pub fn define_call(&mut self, name: &str, call: Call) -> Result<(), Error> {
        let Call { is_blocking, policy, types } = call;
        self.enter(|cx| {
            cx.define_at(name, |cx, _| {
                cx.make_room(name.len().saturating_mul(3))?;
                set_policy(cx.vm, name, policy);
                let function = match is_blocking {
                    true => host::new_waiting_function(cx.vm, name, 0, refusing(name)),
                    false => host::new_host_function(cx.vm, name, 0, promising(name)),
                };
                Ok(Function::new_handle(cx.vm, engine::Value::object(function)))
            })
        })?;
        HostState::of(&mut self.vm).declared().add(name, Given::Call { is_blocking, types });
        Ok(())
    }

    /// Returns the waiting calls, in the order in which they were made. See [`Engine::define_call`].
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// assert!(engine.calls().is_empty());
    /// ```
    pub fn calls(&self) -> Vec<PendingCall> {
        let waiting = self.vm.agent.calls.iter().filter(|(_, call)| call.is_for_host());
        waiting.map(|(id, call)| PendingCall::of(id, call)).collect()
    }

    /// Returns the calls not taken yet, each once.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// engine.run("a.js", "search('a')")?;
    /// assert_eq!(engine.take_new_calls().len(), 1);
    /// assert_eq!((engine.take_new_calls().len(), engine.calls().len()), (0, 1));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn take_new_calls(&mut self) -> Vec<PendingCall> {
        let new = pending::take_new_calls(&mut self.vm);
        let calls = &self.vm.agent.calls;
        new.into_iter().filter_map(|id| calls.get(id).map(|call| PendingCall::of(id, call))).collect()
    }

    /// Answers a call.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// engine.run("a.js", "search('a')")?;
    /// engine.answer(0, 1)?;
    /// assert_eq!(engine.answer(0, 2).unwrap_err().message(), "no call with the id 0 waits for an answer");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id waits: it was answered already, or
    /// never made. Else if the value cannot be converted; the call still waits then.
    pub fn answer(&mut self, id: u64, value: impl IntoJs) -> Result<(), Error> {
        self.enter(|cx| cx.answer_call(id, value))
    }

    /// Ends a call with an exception: an `Error`, or the script value that the host's error wraps.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// engine.run("a.js", "var seen; search('a').catch(error => seen = String(error))")?;
    /// engine.fail(0, Error::range_error("too many words"))?;
    /// engine.run_jobs()?;
    /// assert_eq!(engine.eval::<String>("seen")?, "RangeError: too many words");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id waits.
    pub fn fail(&mut self, id: u64, error: Error) -> Result<(), Error> {
        self.enter(|cx| cx.fail_call(id, &error))
    }

    /// Calls an async function of the host again if its future was left behind in another process or engine. Its
    /// result answers the call, which keeps its id. The modules of an `import()` are fetched again.
    ///
    /// ```
    /// # #[cfg(feature = "snapshot")] {
    /// use ferrotape::Engine;
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.define("twice", |n: f64| async move { n * 2.0 })?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let mut engine = ready()?;
    /// engine.run("a.js", "var seen = twice(21)")?;
    /// let bytes = engine.snapshot()?;
    ///
    /// let mut engine = Engine::restore_into(ready()?, &bytes)?;
    /// let call = engine.calls().remove(0);
    /// assert_eq!((call.name(), call.is_of_future()), ("twice", true));
    /// engine.retry(call.id())?;
    /// assert_eq!(engine.eval_async::<f64>("seen").block()?, 42.0);
    /// # }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if no call of that id waits, if it is none of an async function of the host, or if that function fails.
    pub fn retry(&mut self, id: u64) -> Result<(), Error> {
        self.enter(|cx| cx.retry_call(id))
    }
}

impl Context<'_> {
    /// Answers a call that waits. Fails if the value breaks a limit of the policy or of the run.
    pub(crate) fn answer_call(&mut self, id: u64, value: impl IntoJs) -> Result<(), Error> {
        self.require_call(id)?;
        self.require_allowed(id)?;
        let value = value.into_js(self)?;
        #[cfg(feature = "wire")]
        let bytes = self.require_short_answer(id, value)?;
        // Another process has set the limit. Here nobody can count.
        if cfg!(not(feature = "wire")) && program::answers_left(self.vm).is_some() {
            let problem = "answers to this run are limited, and counting their bytes needs the feature `wire`";
            return Err(Error::of_usage(problem.to_owned()));
        }
        self.end_call(id, |vm| pending::answer(vm, id, value.value))?;
        #[cfg(feature = "wire")]
        program::note_answer(self.vm, bytes);
        Ok(())
    }

    pub(crate) fn retry_call(&mut self, id: u64) -> Result<(), Error> {
        let name = self.vm.agent.calls.get(id).map(|call| Arc::clone(&call.name));
        match self.working(|vm| pending::call_again(vm, id))? {
            true => {
                crate::trace::answered(id, &name.unwrap_or_default());
                Ok(())
            }
            false => Err(Error::of_usage(format!("no call with the id {id} can be made again"))),
        }
    }

    pub(crate) fn fail_call(&mut self, id: u64, error: &Error) -> Result<(), Error> {
        self.require_call(id)?;
        let reason = self.reason_of(id, error)?;
        self.fail_call_with(id, reason)
    }

    /// Ends a call by the exception of that value.
    pub(crate) fn fail_call_with(&mut self, id: u64, reason: Local<'_>) -> Result<(), Error> {
        self.end_call(id, |vm| pending::fail(vm, id, reason.value))
    }

    fn require_call(&self, id: u64) -> Result<(), Error> {
        let call = self.vm.agent.calls.get(id);
        if call.is_some_and(pending::PendingCall::is_for_host) { Ok(()) } else { Err(unknown(id)) }
    }

    /// Ends a call and traces that. Fails if `end` finds it ended already: the conversion before may have run script.
    fn end_call(&mut self, id: u64, end: impl FnOnce(&mut Vm) -> engine::Completion<bool>) -> Result<(), Error> {
        let name = self.vm.agent.calls.get(id).map(|call| Arc::clone(&call.name));
        // The conversion may have run a script, or answered the call.
        match self.working(end)? {
            true => {
                crate::trace::answered(id, &name.unwrap_or_default());
                Ok(())
            }
            false => Err(unknown(id)),
        }
    }
}

impl<'js> Context<'js> {
    /// Makes the value that an error of the host is for a script, with the stack of who waits for the answer.
    pub(crate) fn reason_of(&mut self, id: u64, error: &Error) -> Result<Local<'js>, Error> {
        let thrown = match pending::promise_of_call(self.vm, id) {
            Some(promise) => promise::while_settling(self.vm, promise, |vm| throw_of(vm, error)),
            None => pausing::for_waiting_frames(self.vm, |vm| throw_of(vm, error)),
        };
        match thrown {
            engine::Throw::Exception(reason) => Ok(self.kept(reason)),
            thrown @ engine::Throw::Terminated(_) => Err(self.error_of(thrown)),
        }
    }
}

fn unknown(id: u64) -> Error {
    Error::of_usage(format!("no call with the id {id} waits for an answer"))
}

/// Sets the policy of calls of a name, with the format by which arguments are copied and counted.
pub(crate) fn set_policy(vm: &mut Vm, name: &str, policy: Policy) {
    pending::set_policy(vm, name, policy);
    #[cfg(feature = "wire")]
    pending::set_format(vm, bytes::FORMAT);
}

/// The code of a function whose calls of that name wait for the host.
pub(crate) fn promising(name: &str) -> Arc<HostCode> {
    let name: Arc<str> = Arc::from(name);
    Arc::new(move |vm: &mut Vm, call: engine::Call| {
        vm.work(HOST_CALL)?;
        pending::call_for_promise(vm, &name, call)
    })
}

fn refusing(name: &str) -> Arc<HostCode> {
    let name: Arc<str> = Arc::from(name);
    Arc::new(move |vm: &mut Vm, _: engine::Call| pending::refuse_to_wait(vm, &name))
}
