//! Recordings of programs: which calls they made, and how each was answered.
//!
//! ```text
//! Recorder { run, recording }   answers through it are noted; each may keep a fork of the run as it was before
//! Recording ──to_bytes──▶       names, arguments and answers as data
//! Recording::replay ──▶         another run of the program gets the same answers, until it asks for something else
//! ```
//!
//! With the same seed and clock, a program is the same instruction for instruction, whatever machine it runs on. So its
//! answers say all of it. They outlive versions of the engine, which saved runs need not.

mod bytes;

use std::collections::VecDeque;

use ferrotape_runtime::program;

use crate::convert::JsValue;
use crate::future::block_on;
use crate::wire::{self, DataOnly};
use crate::{AsContext, Context, Error, FromJs, IntoJs, Limits, Local, Progress, Run};

/// The calls of a program and their answers, in the order of the answers. Needs the feature `wire`. See [`Recorder`].
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Recording {
    answers: Vec<Recorded>,
}

/// A call with its answer.
#[derive(Clone, PartialEq, Debug)]
struct Recorded {
    id: u64,
    call: Asked,
    /// Whether the program has run since the answer before.
    is_later: bool,
    is_failure: bool,
    /// The value, or the error.
    answer: Vec<u8>,
}

/// A call: its function and its arguments.
#[derive(Clone, Default, PartialEq, Debug)]
struct Asked {
    /// The name of the function.
    name: String,
    /// The arguments, as a list in the format of [`crate::wire`]; none where they are more than data.
    arguments: Option<Vec<u8>>,
}

/// The result of a replay: see [`Recording::replay`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Replayed {
    /// All answers were given, and this is how far the program has come with them.
    Whole(Progress),
    /// The program has made other calls.
    Departed(Departure),
}

/// The first place where a program departs from a recording.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Departure {
    /// Number of answers that were given before.
    pub answered: usize,
    /// The id of the call that was to be answered next.
    pub id: u64,
    /// The recorded call: the name of the function, and the arguments as far as they are data.
    pub expected: String,
    /// The program's call of that id, in the same form; none where it does not wait.
    pub found: Option<String>,
}

impl std::fmt::Display for Departure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Departure { answered, id, expected, found } = self;
        write!(f, "after {answered} answers, call {id} was {expected}, and ")?;
        match found {
            Some(found) => write!(f, "is {found}"),
            None => f.write_str("was not made"),
        }
    }
}

impl Recording {
    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Returns whether there are no answers yet.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Advances a run, and gives it the recorded answers, as long as it makes the same calls with the same arguments.
    /// The run must be newly started, with the same seed and clock as before; it may use the other machine, and its
    /// program may be another text. `slice` limits each step; after a slice is used up, the next one begins. An error
    /// of the program is returned, as by [`Run::advance`]. The thread waits for async functions of the host and for
    /// fetched modules that lead to the next call; timers that are due meanwhile run.
    ///
    /// ```
    /// use ferrotape::recording::{Recorder, Replayed};
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.define_call("ask", Call::blocking())?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let mut engine = ready()?;
    /// let mut recorder = Recorder::new(engine.start(&Program::compile("a.js", "ask('name') + ask('town')")?)?.fork()?);
    /// recorder.run().advance(&Limits::new())?;
    /// recorder.answer(0, "Ada")?;
    ///
    /// let changed = Program::compile("a.js", "ask('name') + ask('age')")?;
    /// let mut engine = ready()?;
    /// let replayed = recorder.recording().replay(&mut engine.start(&changed)?, &Limits::new())?;
    /// assert_eq!(replayed, Replayed::Whole(Progress::Waiting));
    ///
    /// recorder.run().advance(&Limits::new())?;
    /// recorder.answer(1, "London")?;
    /// let mut engine = ready()?;
    /// let replayed = recorder.recording().replay(&mut engine.start(&changed)?, &Limits::new())?;
    /// let Replayed::Departed(departure) = replayed else { panic!("it asks for something else") };
    /// assert_eq!(departure.to_string(), "after 1 answers, call 1 was ask('town'), and is ask('age')");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if an answer cannot be given to the program, or if the thread would have to wait and may not
    /// ([`Builder::can_block`](crate::Builder::can_block)). A departure from the recording is not an error:
    /// see [`Replayed`].
    pub fn replay(&self, run: &mut Run<'_>, slice: &Limits) -> Result<Replayed, Error> {
        let mut progress = stopped(run, slice)?;
        for (answered, recorded) in self.answers.iter().enumerate() {
            if answered > 0 && recorded.is_later {
                progress = stopped(run, slice)?;
            }
            let mut found = waiting(run, recorded.id)?;
            while found.is_none() && progress == Progress::Waiting && wait_for_future(run)? {
                progress = stopped(run, slice)?;
                found = waiting(run, recorded.id)?;
            }
            if found.as_ref() != Some(&recorded.call) || progress != Progress::Waiting {
                let found = match found {
                    Some(call) => Some(shown(run, &call)?),
                    None => None,
                };
                let expected = shown(run, &recorded.call)?;
                return Ok(Replayed::Departed(Departure { answered, id: recorded.id, expected, found }));
            }
            recorded.give(run)?;
        }
        match self.answers.is_empty() {
            true => Ok(Replayed::Whole(progress)),
            false => stopped(run, slice).map(Replayed::Whole),
        }
    }
}

impl Recorded {
    /// Gives the recorded answer to a run. A call that asks is allowed first, as only allowed ones were answered.
    fn give(&self, run: &mut Run<'_>) -> Result<(), Error> {
        let (id, is_failure) = (self.id, self.is_failure);
        run.enter(|cx| {
            let value = wire::decode(cx, &self.answer, &mut DataOnly)?;
            // What was answered was allowed.
            if !is_failure && cx.vm.agent.calls.get(id).is_some_and(|call| call.asks) {
                cx.allow_call(id)?;
            }
            match is_failure {
                true => cx.fail_call_with(id, value),
                false => cx.answer_call(id, value),
            }
        })
    }
}

/// Advances a run until it waits or has ended.
fn stopped(run: &mut Run<'_>, slice: &Limits) -> Result<Progress, Error> {
    loop {
        match run.advance(slice)? {
            Progress::Paused => {}
            progress => return Ok(progress),
        }
    }
}

/// Lets the thread wait for a future of the host, or for a timer that is due before: both may lead to the next call. Returns
/// false if there is no future.
fn wait_for_future(run: &mut Run<'_>) -> Result<bool, Error> {
    if !run.has_futures() {
        return Ok(false);
    }
    if !run.held().vm.options.can_block {
        let problem = "a replay waits for async functions of the host, and its engine may not block the thread";
        return Err(Error::of_usage(format!("{problem}: `Builder::can_block`")));
    }
    let until_timer = run.next_timer();
    block_on(run.woken(), until_timer);
    Ok(true)
}

/// Returns what the call with that id asks for, if it waits.
fn waiting(run: &mut Run<'_>, id: u64) -> Result<Option<Asked>, Error> {
    let Some(call) = run.calls().into_iter().find(|call| call.id() == id) else { return Ok(None) };
    let arguments: JsValue = call.arguments(run)?;
    let arguments = run.enter(|cx| {
        let arguments = arguments.into_js(cx)?;
        match wire::encode(cx, arguments, &mut DataOnly) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.is_termination() => Err(error),
            Err(_) => Ok(None),
        }
    })?;
    Ok(Some(Asked { name: call.name().to_owned(), arguments }))
}

/// A call for people: its name, and its arguments as the console shows them.
fn shown(run: &mut Run<'_>, Asked { name, arguments }: &Asked) -> Result<String, Error> {
    const MOST_SHOWN: usize = 200;
    let Some(arguments) = arguments else { return Ok(format!("{name}(…)")) };
    let text = run.enter(|cx| {
        let arguments = wire::decode(cx, arguments, &mut DataOnly)?;
        words(cx, arguments)
    })?;
    let text = match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    Ok(format!("{name}({text})"))
}

/// A list as text, without the brackets around it: as the console shows values, where that is built in.
fn words<'js>(cx: &mut Context<'js>, list: Local<'js>) -> Result<String, Error> {
    let list: Vec<JsValue> = FromJs::from_js(cx, list)?;
    let mut all = Vec::with_capacity(list.len());
    for value in list {
        let value = value.into_js(cx)?;
        #[cfg(feature = "inspect")]
        let text = cx.working(|vm| ferrotape_inspect::inspect(vm, value.value, &Default::default()))?;
        #[cfg(not(feature = "inspect"))]
        let text = ferrotape_runtime::messages::describe(cx.vm, value.value);
        all.push(text);
    }
    Ok(all.join(", "))
}

/// A run whose answers are recorded. Needs the feature `wire`.
///
/// ```
/// use ferrotape::recording::{Recorder, Recording, Replayed};
/// use ferrotape::{Call, Engine, Limits, Program, Progress};
///
/// let ready = || {
///     let mut engine = Engine::new();
///     engine.define_call("ask", Call::blocking())?;
///     Ok::<Engine, ferrotape::Error>(engine)
/// };
/// let program = Program::compile("a.js", "ask('name').length + ask('age')")?;
/// let mut engine = ready()?;
/// let mut recorder = Recorder::new(engine.start(&program)?.fork()?).checkpoints(8);
/// recorder.run().advance(&Limits::new())?;
/// recorder.answer(0, "Ada")?;
/// recorder.run().advance(&Limits::new())?;
/// recorder.answer(1, 36)?;
/// assert_eq!(recorder.run().advance(&Limits::new())?, Progress::Done(39.0.into()));
///
/// // The last answer was wrong.
/// assert!(recorder.step_back());
/// recorder.answer(1, 40)?;
/// assert_eq!(recorder.run().advance(&Limits::new())?, Progress::Done(43.0.into()));
///
/// // The same again elsewhere, from the answers alone.
/// let recording = Recording::from_bytes(&recorder.recording().to_bytes())?;
/// let mut engine = ready()?;
/// let replayed = recording.replay(&mut engine.start(&program)?, &Limits::new())?;
/// assert_eq!(replayed, Replayed::Whole(Progress::Done(43.0.into())));
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    run: Run<'static>,
    recording: Recording,
    /// The run before each of the last answers.
    before: VecDeque<Run<'static>>,
    most: usize,
}

impl Recorder {
    /// Records a run that owns its engine: a [fork](Run::fork), or a [restored](crate::Engine::restore_run) one. None
    /// of its calls may have been answered before, since a replay would lack those answers: see [`Recorder::resume`].
    ///
    /// Results of async functions of the host are not recorded: a replay calls those functions again. Use a
    /// [`Call`](crate::Call) for what a replay must not repeat.
    pub fn new(run: Run<'static>) -> Recorder {
        Recorder::resume(run, Recording::default())
    }

    /// Continues the recording of a run that was saved together with it: further answers are added at its end.
    ///
    /// ```
    /// use ferrotape::recording::{Recorder, Recording, Replayed};
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.define_call("ask", Call::blocking())?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let program = Program::compile("a.js", "ask('name').length + ask('age')")?;
    /// let started = || ready()?.into_run(&program).map_err(|failed| failed.1);
    /// let mut recorder = Recorder::new(started()?);
    /// recorder.run().advance(&Limits::new())?;
    /// recorder.answer(0, "Ada")?;
    /// let (run, recording) = (recorder.run().save()?, recorder.recording().to_bytes());
    ///
    /// // In another process:
    /// let run = Engine::restore_run(ready()?, &run)?;
    /// let mut recorder = Recorder::resume(run, Recording::from_bytes(&recording)?);
    /// recorder.run().advance(&Limits::new())?;
    /// recorder.answer(1, 36)?;
    /// assert_eq!(recorder.recording().len(), 2);
    /// let replayed = recorder.recording().replay(&mut started()?, &Limits::new())?;
    /// assert_eq!(replayed, Replayed::Whole(Progress::Done(39.0.into())));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn resume(run: Run<'static>, recording: Recording) -> Recorder {
        Recorder { run, recording, before: VecDeque::new(), most: 0 }
    }

    /// Keeps the run as it was before each of the last answers, for [`Recorder::step_back`]. Each such copy is a fork with its
    /// own heap. Without this there are none.
    pub fn checkpoints(mut self, most: usize) -> Recorder {
        self.most = most;
        self
    }

    /// Returns the run. Answer its calls through the recorder: other answers are not recorded.
    pub fn run(&mut self) -> &mut Run<'static> {
        &mut self.run
    }

    /// Returns the recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns the run and the recording.
    pub fn into_parts(self) -> (Run<'static>, Recording) {
        (self.run, self.recording)
    }

    /// Answers a call as [`Run::answer`] does. Give answers while the run waits: a replay gives each answer when
    /// nothing can continue by itself, so an answer to a paused run comes later in a replay.
    ///
    /// # Errors
    ///
    /// Fails as [`Run::answer`] does, and if the value is more than data: functions and promises are no part of a
    /// recording.
    pub fn answer(&mut self, id: u64, value: impl IntoJs) -> Result<(), Error> {
        let answer = self.run.enter(|cx| {
            cx.require_allowed(id)?;
            let value = value.into_js(cx)?;
            wire::encode(cx, value, &mut DataOnly)
        })?;
        self.note(id, false, answer)
    }

    /// Ends a call with an exception, as [`Run::fail`] does.
    ///
    /// # Errors
    ///
    /// Fails as [`Run::fail`] does.
    pub fn fail(&mut self, id: u64, error: Error) -> Result<(), Error> {
        let answer = self.run.enter(|cx| {
            let reason = cx.reason_of(id, &error)?;
            wire::encode(cx, reason, &mut DataOnly)
        })?;
        self.note(id, true, answer)
    }

    /// Refuses a call that asks, as [`Run::refuse`] does. Calls are allowed by [`Recorder::run`]: that is no answer.
    ///
    /// # Errors
    ///
    /// Fails as [`Run::refuse`] does.
    pub fn refuse(&mut self, id: u64, reason: &str) -> Result<(), Error> {
        let answer = self.run.enter(|cx| {
            let error = cx.refusal(id, reason)?;
            let reason = cx.reason_of(id, &error)?;
            wire::encode(cx, reason, &mut DataOnly)
        })?;
        self.note(id, true, answer)
    }

    /// Takes back the last answer: the run returns to its state before it. Returns false if no checkpoint is left.
    /// Later calls have their own [keys](crate::PendingCall::key), as in any fork.
    pub fn step_back(&mut self) -> bool {
        let Some(before) = self.before.pop_back() else { return false };
        self.run = before;
        self.recording.answers.pop();
        true
    }

    /// Gives an answer, and notes it once the run has taken it. Before that the run is forked, if checkpoints are kept.
    fn note(&mut self, id: u64, is_failure: bool, answer: Vec<u8>) -> Result<(), Error> {
        // Where none waits, giving the answer says so.
        let call = waiting(&mut self.run, id)?.unwrap_or_default();
        let before = if self.most > 0 { Some(self.run.fork()?) } else { None };
        let mut recorded = Recorded { id, call, is_later: true, is_failure, answer };
        recorded.give(&mut self.run)?;
        // The run knows that, wherever it goes on: a copy of it before this answer, or one that was saved.
        let is_next = program::note_recorded_answer(&mut self.run.held().vm);
        recorded.is_later = !is_next || self.recording.is_empty();
        self.recording.answers.push(recorded);
        if let Some(before) = before {
            if self.before.len() == self.most {
                self.before.pop_front();
            }
            self.before.push_back(before);
        }
        Ok(())
    }
}
