//! Programs: a script, a module or a body that runs with its jobs, timers and calls until it is over.

mod forks;
mod limits;

#[cfg(feature = "seal")]
use std::borrow::Cow;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use ferrotape_budget::{Deadline, Instant};
use ferrotape_runtime::events;
use ferrotape_runtime::module::GivenModule;
use ferrotape_runtime::pausing;
use ferrotape_runtime::pending::Line;
use ferrotape_runtime::program::{self, Advanced};
use ferrotape_runtime::{Completion, Vm};

use crate::calls::PendingCall;
use crate::context::{AsContext, sealed};
use crate::future::Tasks;
use crate::host_state::HostState;
use crate::script::{Compiled, Compiler};
use crate::trace;
use crate::{Context, Engine, Error, FromJs, IntoJs, Limits, Module, Script, StackEntry, Stats, Value};

/// A compiled script, module or [body](Program::body) to [start](Engine::start): it runs with its jobs, timers,
/// dynamic imports and [calls of the host](crate::Call). It is compiled once, for any engine on any thread.
///
/// ```
/// use ferrotape::{Engine, Limits, Program, Progress};
///
/// let program = Program::compile("sum.js", "let n = 0; Promise.resolve(2).then(two => n += two); n")?;
/// let mut engine = Engine::new();
/// let Progress::Done(value) = engine.start(&program)?.advance(&Limits::new())? else { panic!("nothing waits") };
/// assert_eq!(value.as_number(), Some(0.0));
/// assert_eq!(engine.eval::<u8>("n")?, 2);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    goal: Goal,
    code: Arc<Compiled>,
}

/// The kinds of programs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Goal {
    Script,
    Module,
    Body,
}

/// The result of [`Run::advance`]: how far the program has come.
///
/// Exhaustive: a run that has come to anything else needs its host to do something, and a `_` arm would wait for ever.
///
/// ```
/// use ferrotape::{Engine, Limits, Program, Progress};
///
/// let program = Program::compile("long.js", "let n = 0; while (n < 10_000) n++; n")?;
/// let mut engine = Engine::new();
/// let mut run = engine.start(&program)?;
/// let slice = Limits::new().fuel(1_000);
/// let mut slices = 1;
/// let value = loop {
///     match run.advance(&slice)? {
///         Progress::Done(value) => break value,
///         Progress::Paused => slices += 1,
///         Progress::Waiting => unreachable!("there are no calls"),
///     }
/// };
/// assert!(value.as_number() == Some(10_000.0) && slices > 10);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[must_use]
pub enum Progress<T = Value> {
    /// The program is over: the completion value of the script, the namespace of the module, or what the body has returned.
    Done(T),
    /// The slice's fuel or time is used up.
    Paused,
    /// Nothing can continue by itself: calls wait for answers ([`Run::calls`]), or timers are not due ([`Run::next_timer`]).
    Waiting,
}

impl Program {
    /// Compiles a script. Positions and stacks show `name`.
    ///
    /// ```
    /// use ferrotape::Program;
    ///
    /// assert_eq!(Program::compile("job.js", "6 * 7")?.name(), "job.js");
    /// assert_eq!(Program::compile("job.js", "6 *").unwrap_err().name(), Some("SyntaxError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Syntax`](crate::ErrorKind::Syntax) if the text does not parse.
    pub fn compile(name: &str, text: &str) -> Result<Program, Error> {
        Script::compile(name, text).map(Program::from)
    }

    /// Compiles a module, which may `await` at its top. Its imports are relative to `name`.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let program = Program::module("/job.mjs", "export const answer = await 42")?;
    /// let mut engine = Engine::new();
    /// let Progress::Done(namespace) = engine.start(&program)?.advance(&Limits::new())? else { panic!("nothing waits") };
    /// assert_eq!(namespace.as_object().expect("a namespace").get::<u8>(&mut engine, "answer")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Syntax`](crate::ErrorKind::Syntax) if the text does not parse.
    pub fn module(name: &str, text: &str) -> Result<Program, Error> {
        Module::compile(name, text).map(Program::from)
    }

    /// Compiles the body of an async function, the form in which language models often write programs: `return` and
    /// `await` may stand at the top, and declarations are local. Its value is the returned value. Positions are those
    /// in `text`; no `}` of the text ends the body.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let text = "const found = await search('ferrotape')\nif (found.length === 0) return 'nothing'\nreturn found[0]";
    /// let program = Program::body("job.js", text)?;
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise())?;
    /// let mut run = engine.start(&program)?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Waiting);
    /// run.answer(0, ["https://example.org"])?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done("https://example.org".into()));
    ///
    /// let error = Program::body("job.js", "return 1\n}").unwrap_err();
    /// assert_eq!(error.location().map(|place| (place.line, place.column)), Some((2, 1)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Syntax`](crate::ErrorKind::Syntax) if the text does not parse.
    pub fn body(name: &str, text: &str) -> Result<Program, Error> {
        Compiler::new().body(name, text)
    }

    /// Returns the parts that tell it from other programs: its goal, its name and its text; where it was read without a text,
    /// its code as well.
    #[cfg(feature = "seal")]
    pub(crate) fn identity(&self) -> Vec<Cow<'_, [u8]>> {
        let goal = match self.goal {
            Goal::Script => "script",
            Goal::Module => "module",
            Goal::Body => "body",
        };
        let source = &self.code.unit.source;
        let mut parts = vec![
            Cow::Borrowed(goal.as_bytes()),
            Cow::Borrowed(source.name().as_bytes()),
            Cow::Borrowed(source.text().as_bytes()),
        ];
        if source.lines_without_text().is_some() {
            // What was read can be written.
            parts.push(Cow::Owned(ferrotape_bytecode::save(&self.code.unit, false).unwrap_or_default()));
        }
        parts
    }

    /// Makes the program of a compiled body.
    pub(crate) fn of_body(code: Arc<Compiled>) -> Program {
        Program { goal: Goal::Body, code }
    }

    /// Returns the name that the program was compiled with: see [`Program::compile`].
    pub fn name(&self) -> &str {
        self.code.unit.source.name()
    }
}

/// For scripts with settings of their own: see [`Compiler`](crate::script::Compiler).
impl From<Script> for Program {
    fn from(script: Script) -> Program {
        Program { goal: Goal::Script, code: script.0 }
    }
}

impl From<Module> for Program {
    fn from(module: Module) -> Program {
        Program { goal: Goal::Module, code: module.0 }
    }
}

/// A program that was started: [`Engine::start`]. It borrows the engine until it is dropped. A [fork](Run::fork) or a
/// [restored](Engine::restore_run) run owns its engine.
///
/// The host [advances](Run::advance) it, and answers the calls that it makes. In between, it can be saved ([`Run::save`]) and
/// continue in another process, or be forked. Dropping a run that has not ended ends it: no handler of the script runs, its jobs,
/// timers and calls are dropped, and the engine stays usable.
///
/// ```
/// use ferrotape::{Call, Engine, Limits, Program, Progress};
///
/// let ready = || {
///     let mut engine = Engine::untrusted();
///     engine.define_call("approve", Call::blocking())?;
///     Ok::<Engine, ferrotape::Error>(engine)
/// };
/// let program = Program::compile("job.js", "const files = ['a', 'b']; approve(`delete ${files}?`) ? files.length : 0")?;
/// let mut engine = ready()?;
/// let mut run = engine.start(&program)?;
/// assert!(matches!(run.advance(&Limits::new())?, Progress::Waiting));
/// let saved = run.save()?;
///
/// // An hour later, in another process:
/// let mut run = Engine::restore_run(ready()?, &saved)?;
/// let call = run.calls().remove(0);
/// assert_eq!(call.argument::<String>(&mut run, 0)?, "delete a,b?");
/// run.answer(call.id(), true)?;
/// let Progress::Done(value) = run.advance(&Limits::new())? else { panic!("nothing waits") };
/// assert_eq!(value.as_number(), Some(2.0));
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Run<'e> {
    engine: Holder<'e>,
    hard: Limits,
    /// The end of the run, if it has ended.
    ended: Option<Ended>,
}

/// The engine of a run, borrowed or owned.
enum Holder<'e> {
    Borrowed(&'e mut Engine),
    Owned(Box<Engine>),
    /// The engine was given out: the run is no more.
    Given,
}

/// Nobody has a run whose engine was given out: see [`Run::into_engine`].
const GIVEN: &str = "the run was consumed with its engine";

/// The ways in which a run has ended.
#[derive(Clone)]
enum Ended {
    ByItself,
    Aborted(String),
}

impl Engine {
    /// Starts a program in the current realm. This declares the globals of a script, or loads and links a module;
    /// [`Run::advance`] does the rest. Only then does an [asynchronous loader](crate::modules::AsyncLoader) fetch the imports of
    /// a module. Declarations stay visible to programs started later.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// for (text, expected) in [("let n = 20; n", 20.0), ("n + 1", 21.0)] {
    ///     let program = Program::compile("step.js", text)?;
    ///     let done = engine.start(&program)?.advance(&Limits::new())?;
    ///     assert_eq!(done, Progress::Done(expected.into()));
    /// }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a program runs already, if a global cannot be declared, if a module that is imported cannot be loaded or
    /// linked, or for a [shared cause](Error#shared-causes). Also for a module if one of that name has another text and has
    /// not failed, as [`Engine::run_module`] does. What an asynchronous loader cannot fetch is an error of [`Run::advance`].
    pub fn start(&mut self, program: &Program) -> Result<Run<'_>, Error> {
        self.begin(program)?;
        Ok(Run { engine: Holder::Borrowed(self), hard: Limits::new(), ended: None })
    }

    /// Starts a program as [`Engine::start`] does, in a run that owns the engine: [`Run::into_engine`] returns it.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let mut run = Engine::new().into_run(&Program::compile("a.js", "var n = 42; n")?).map_err(|failed| failed.1)?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done(42.0.into()));
    /// assert_eq!(run.into_engine().expect("its own").eval::<u8>("n")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::start`] does, and gives the engine back.
    pub fn into_run(mut self, program: &Program) -> Result<Run<'static>, Box<(Engine, Error)>> {
        match self.begin(program) {
            Ok(()) => Ok(Run::owning(self, Limits::new())),
            Err(error) => Err(Box::new((self, error))),
        }
    }

    /// Loads a program and sets up its run. From then on the engine counts as running, until the run gives it back.
    pub(crate) fn begin(&mut self, program: &Program) -> Result<(), Error> {
        let unit = &program.code.unit;
        self.enter(|cx| match program.goal {
            Goal::Script => {
                let loaded = cx.loaded_script(&program.code)?;
                cx.working(|vm| program::begin_script(vm, loaded, false))
            }
            Goal::Body => {
                let loaded = cx.loaded_script(&program.code)?;
                cx.working(|vm| program::begin_function(vm, loaded))
            }
            Goal::Module => {
                cx.require_module(unit.source.name(), GivenModule::Unit(unit))?;
                let fetches = cx.fetches_modules();
                cx.working(|vm| match fetches {
                    true => program::begin_wanted_module(vm, unit.source.name(), Arc::clone(unit)),
                    false => program::begin_module(vm, unit.source.name(), Arc::clone(unit)),
                })
            }
        })?;
        // A run that is started again makes the same calls, and so do its forks, whatever was forked before.
        self.vm.agent.calls.line = Line::default();
        // If the run is forgotten, the engine must not be used.
        self.is_running = true;
        Ok(())
    }
}

impl<'e> Run<'e> {
    /// Runs code, jobs, due timers and imports, until the program is over, nothing can continue by itself, or the slice's fuel or
    /// time is used up. Each slice makes progress. Futures of async functions of the host are polled once at the beginning; if
    /// the program has started more, it has paused: see [`Run::woken`]. Exceeding another limit of the slice ends the program.
    ///
    /// An exception of the script or module ends the program, and is the error. Errors in jobs and timers do not end
    /// it: see [`Engine::take_unhandled_rejections`].
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// let program = Program::compile("a.js", "Promise.resolve().then(() => { for (let i = 0; i < 10_000; i++); }); 1")?;
    /// let mut run = engine.start(&program)?;
    /// // Jobs pause like all other code.
    /// let mut slices = 1;
    /// while let Progress::Paused = run.advance(&Limits::new().fuel(1_000))? {
    ///     slices += 1;
    /// }
    /// assert!(slices > 10);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with what the program has thrown, or with the limit of the engine that has ended it. The program is over then,
    /// and later calls fail too.
    pub fn advance(&mut self, slice: &Limits) -> Result<Progress, Error> {
        self.advance_for(slice)
    }

    /// Advances the program as [`Run::advance`] does, and converts its value.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let program = Program::compile("a.js", "[1, 2]")?;
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.start(&program)?.advance_for::<Vec<u8>>(&Limits::new())?, Progress::Done(vec![1, 2]));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Run::advance`] does, or if the value is not of that type.
    pub fn advance_for<T: FromJs>(&mut self, slice: &Limits) -> Result<Progress<T>, Error> {
        self.require_going()?;
        self.poll_futures()?;
        let progress = self.advance_by_itself(slice)?;
        match progress {
            // What the program has started was not polled yet.
            Progress::Waiting if HostState::of(&mut self.held().vm).tasks.is_woken() => Ok(Progress::Paused),
            progress => Ok(progress),
        }
    }

    /// Polls the futures that were woken: those of async functions of the host.
    fn poll_futures(&mut self) -> Result<(), Error> {
        if !HostState::of(&mut self.held().vm).tasks.is_woken() {
            return Ok(());
        }
        let polled = self.enter(|cx| cx.poll_woken().map(drop));
        if polled.is_err() {
            self.end_if_going();
        }
        polled
    }

    /// Goes on without the futures of the host.
    pub(crate) fn advance_by_itself<T: FromJs>(&mut self, slice: &Limits) -> Result<Progress<T>, Error> {
        let mut hard = self.hard.clone();
        if let Some((left, most)) = program::time_left(&self.held().vm)
            && let Some(deadline) = Deadline::after_rest(left, most)
        {
            hard = hard.until(deadline);
        }
        let began = Instant::now();
        // After a panic it does not go on, and the engine is not to be used.
        self.ended = Some(Ended::ByItself);
        let engine = self.held();
        let deadline = engine.timeout.and_then(Deadline::after);
        let vm = &mut engine.vm;
        let _held_stack = vm.begin_run(engine.native_stack, deadline);
        let stood_still = vm.heap.budget.stood_still();
        let (mark, on_loan) = (vm.kept_mark(), vm.heap.on_loan());
        let result = slice.in_slice(&hard, vm, |vm| {
            let advanced = program::advance(vm);
            outcome(vm, advanced)
        });
        vm.release_kept(mark);
        vm.heap.settle_loans(on_loan);
        let stood_still = vm.heap.budget.stood_still().saturating_sub(stood_still);
        program::note_time(vm, began.elapsed().saturating_sub(stood_still));
        if let Ok(Progress::Paused | Progress::Waiting) = result {
            vm.pause_run();
            self.ended = None;
            return result;
        }
        if result.is_err() {
            Tasks::cancel_forgotten(vm);
        }
        vm.end_run();
        engine.is_running = false;
        if let Err(error) = &result
            && error.is_termination()
        {
            trace::terminated(error);
        }
        result
    }

    /// Returns the calls not taken yet, each once. A call is new again only in a fork or a restored run that was made
    /// before it was taken. See [`Engine::take_new_calls`].
    pub fn take_new_calls(&mut self) -> Vec<PendingCall> {
        self.held().take_new_calls()
    }

    /// Returns all waiting calls, in the order in which they were made: see [`Engine::calls`].
    pub fn calls(&self) -> Vec<PendingCall> {
        self.engine_ref().calls()
    }

    /// Answers a call: the value fulfils the script's promise, or is the value of the call at which the script waits.
    /// The script continues when the run is advanced.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "ask()")?;
    /// let mut run = engine.start(&program)?;
    /// assert!(run.answer(0, "early").is_err(), "it was not made yet");
    /// run.advance(&Limits::new())?;
    /// run.answer(0, "Ada")?;
    /// assert!(run.answer(0, "Grace").is_err(), "it was answered");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id waits. Else if the value cannot be
    /// converted; the call still waits then.
    pub fn answer(&mut self, id: u64, value: impl IntoJs) -> Result<(), Error> {
        self.enter(|cx| cx.answer_call(id, value))
    }

    /// Ends a call with an exception. It is thrown at the place of a blocking call, and rejects the promise of any
    /// other call.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Error, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "try { ask() } catch (error) { error.message }")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// run.fail(0, Error::new("nobody is there"))?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done("nobody is there".into()));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if no call of that id waits.
    pub fn fail(&mut self, id: u64, error: Error) -> Result<(), Error> {
        self.enter(|cx| cx.fail_call(id, &error))
    }

    /// Calls an async function of the host again if its future was left behind when the run was saved or forked:
    /// see [`Engine::retry`].
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("twice", |n: f64| async move { n * 2.0 })?;
    /// let program = Program::body("job.js", "return await twice(21)")?;
    /// let mut run = engine.start(&program)?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Paused);
    /// // The fork has no future, so the call is one for its host.
    /// let mut fork = run.fork()?;
    /// assert_eq!(fork.advance(&Limits::new())?, Progress::Waiting);
    /// fork.retry(fork.calls()[0].id())?;
    /// while let Progress::Paused | Progress::Waiting = fork.advance(&Limits::new())? {}
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done(42.0.into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::retry`] does.
    pub fn retry(&mut self, id: u64) -> Result<(), Error> {
        self.enter(|cx| cx.retry_call(id))
    }

    /// Ends the program, as a limit does: no handler of the script runs. Returns the ids of the waiting calls.
    /// Futures that it started are dropped, as when the run is dropped. [`Run::advance`] fails with the reason from
    /// then on.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "try { ask() } finally { never() }")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// assert_eq!(run.abort("too late"), [0]);
    /// assert_eq!(run.advance(&Limits::new()).unwrap_err().message(), "the run was aborted: too late");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn abort(&mut self, reason: &str) -> Vec<u64> {
        if self.ended.is_some() {
            return Vec::new();
        }
        self.ended = Some(Ended::Aborted(reason.to_owned()));
        self.end()
    }

    /// Returns the time until the next timer is due. None if there is none.
    ///
    /// ```
    /// # #[cfg(feature = "web")] {
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::untrusted();
    /// Web::install(&mut engine, TimerClock::Real)?;
    /// let program = Program::compile("a.js", "setTimeout(() => {}, 10)")?;
    /// let mut run = engine.start(&program)?;
    /// while let Progress::Waiting = run.advance(&Limits::new())? {
    ///     std::thread::sleep(run.next_timer().expect("there is one"));
    /// }
    /// # }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn next_timer(&self) -> Option<Duration> {
        events::next_event(&self.engine_ref().vm)
    }

    /// Waits until one of the program's futures (of async functions of the host) is woken, so that advancing the run
    /// makes progress. Waits forever if there are none, unless a token of [`Run::limit`] cancels.
    ///
    /// ```
    /// use std::pin::pin;
    /// use std::task::{Context, Waker};
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("twice", |n: f64| async move { n * 2.0 })?;
    /// let mut run = engine.into_run(&Program::body("job.js", "return await twice(21)")?).map_err(|failed| failed.1)?;
    /// // The future has begun, and nobody has polled it yet.
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Paused);
    /// assert!(pin!(run.woken()).poll(&mut Context::from_waker(Waker::noop())).is_ready());
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done(42.0.into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn woken(&mut self) -> impl Future<Output = ()> {
        let mut sleeper = None;
        std::future::poll_fn(move |task| {
            // The one before is dropped after the next one is there: nothing is missed in between.
            drop(std::mem::replace(&mut sleeper, self.hard.wake(task.waker())));
            match !self.hard.is_cancelled() && HostState::of(&mut self.held().vm).tasks.sleep(task.waker()) {
                true => Poll::Pending,
                false => Poll::Ready(()),
            }
        })
    }

    /// Returns whether host futures are unfinished: a fork or another process continues without them, see [`Run::retry`].
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("never", || std::future::pending::<()>())?;
    /// let mut run = engine.into_run(&Program::body("job.js", "await never()")?).map_err(|failed| failed.1)?;
    /// run.advance(&Limits::new())?;
    /// assert!(run.has_futures() && !run.fork()?.has_futures());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn has_futures(&mut self) -> bool {
        self.held().has_futures()
    }

    /// Returns the functions that are running, innermost first: where the script has paused, or waits for a call. Empty
    /// between jobs.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "function greet() { return ask() }\ngreet()")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let stack: Vec<_> = run.stack().iter().map(|entry| (entry.function.clone(), entry.line)).collect();
    /// assert_eq!(stack, [("greet".to_owned(), 1), (String::new(), 2)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stack(&self) -> Vec<StackEntry> {
        if self.ended.is_some() { Vec::new() } else { pausing::running_stack(&self.engine_ref().vm) }
    }

    /// Returns the counts of the engine's work so far: see [`Engine::stats`]. In a restored run, they begin with the fuel
    /// spent before it was saved.
    pub fn stats(&self) -> Stats {
        self.engine_ref().stats()
    }

    /// Returns the engine of a fork or of a restored run, and ends the run. None if the engine is borrowed.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program};
    ///
    /// let mut engine = Engine::new();
    /// let program = Program::compile("a.js", "var n = 42")?;
    /// let mut fork = engine.start(&program)?.fork()?;
    /// fork.advance(&Limits::new())?;
    /// assert_eq!(fork.into_engine().expect("its own engine").eval::<u8>("n")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn into_engine(mut self) -> Option<Engine> {
        self.end_if_going();
        match std::mem::replace(&mut self.engine, Holder::Given) {
            Holder::Borrowed(_) | Holder::Given => None,
            Holder::Owned(engine) => Some(*engine),
        }
    }

    /// Makes a run of an engine in which a program waits.
    pub(crate) fn owning(engine: Engine, hard: Limits) -> Run<'static> {
        Run { engine: Holder::Owned(Box::new(engine)), hard, ended: None }
    }

    /// Makes the run of a script that has paused, alone, of a program that was laid aside, or of one that has ended.
    pub(crate) fn of_script(engine: &'e mut Engine, hard: Limits, is_going: bool) -> Run<'e> {
        let ended = if is_going { None } else { Some(Ended::ByItself) };
        Run { engine: Holder::Borrowed(engine), hard, ended }
    }

    /// Lets go of a run that another one goes on with: its program does not end.
    pub(crate) fn lay_aside(mut self) {
        self.ended = Some(Ended::ByItself);
    }

    pub(crate) fn hard(&self) -> &Limits {
        &self.hard
    }

    pub(crate) fn is_going(&self) -> bool {
        self.ended.is_none()
    }

    pub(crate) fn held(&mut self) -> &mut Engine {
        match &mut self.engine {
            Holder::Borrowed(engine) => engine,
            Holder::Owned(engine) => engine,
            Holder::Given => unreachable!("{GIVEN}"),
        }
    }

    fn engine_ref(&self) -> &Engine {
        match &self.engine {
            Holder::Borrowed(engine) => engine,
            Holder::Owned(engine) => engine,
            Holder::Given => unreachable!("{GIVEN}"),
        }
    }

    pub(crate) fn require_going(&self) -> Result<(), Error> {
        match &self.ended {
            None => Ok(()),
            Some(Ended::ByItself) => Err(Error::of_usage("the run has ended".to_owned())),
            Some(Ended::Aborted(reason)) => Err(Error::of_usage(format!("the run was aborted: {reason}"))),
        }
    }

    fn end_if_going(&mut self) {
        // After a panic, the state is not to be trusted.
        if self.ended.is_none() && !thread::panicking() {
            self.ended = Some(Ended::ByItself);
            self.end();
        }
    }

    fn end(&mut self) -> Vec<u64> {
        let engine = self.held();
        let waited = program::end_program(&mut engine.vm);
        Tasks::cancel_forgotten(&mut engine.vm);
        engine.vm.end_run();
        engine.is_running = false;
        waited
    }
}

/// Converts how far a program has come. Getters of a value and of an error run here, within the limits of the slice.
fn outcome<T: FromJs>(vm: &mut Vm, advanced: Completion<Advanced>) -> Result<Progress<T>, Error> {
    match advanced {
        Ok(Advanced::Paused) => Ok(Progress::Paused),
        Ok(Advanced::Waiting) => Ok(Progress::Waiting),
        Ok(Advanced::Done(value)) => Context::new(vm).enter(|cx| {
            let value = cx.kept(value);
            T::from_js(cx, value).map(Progress::Done)
        }),
        Ok(Advanced::Stuck) => Err(Error::new("the program waits for what never comes")),
        Err(throw) => Err(Error::uncaught(vm, throw)),
    }
}

impl sealed::Sealed for Run<'_> {}

/// The host's turn in the engine of a run: to read arguments and make answers, wherever the program waits.
impl AsContext for Run<'_> {
    fn enter<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Error> {
        if self.ended.is_some() {
            return self.held().enter(work);
        }
        // After a panic it does not go on, and the engine is not to be used.
        self.ended = Some(Ended::ByItself);
        let engine = self.held();
        engine.is_running = false;
        // What runs in the host's turn was not called by the program's frames.
        pausing::begin_turn_of_host(&mut engine.vm);
        let result = engine.enter(work);
        pausing::end_turn_of_host(&mut engine.vm);
        engine.is_running = true;
        self.ended = None;
        result
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.end_if_going();
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("has_ended", &self.ended.is_some()).finish_non_exhaustive()
    }
}
