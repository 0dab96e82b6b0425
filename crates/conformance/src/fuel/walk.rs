//! Runs a program in one of several ways, and records the fuel spent at each place.

use std::task::Poll;

use ferrotape::script::{Compiler, Execution, OwnedExecution};
use ferrotape::{Backend, Engine, Error, ErrorKind, Limits, Value};

use crate::diff::Program;
use crate::fuel::looks::{self, Looks};
use crate::host::{self, Printed};

const FUEL: u64 = 3_000_000;
const MEMORY: usize = 256 << 20;

/// Action at each pause.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Way {
    #[default]
    Slices,
    /// Makes a copy and drops it.
    BesideFork,
    /// Continues in the copy.
    InFork,
    /// Writes a snapshot and continues.
    BesideWritten,
    /// Writes a snapshot and continues in another engine.
    InRestored,
    /// Alternates between `InRestored` and `InFork`.
    InBoth,
}

impl Way {
    pub const COPYING: [Way; 5] = [Way::BesideFork, Way::InFork, Way::BesideWritten, Way::InRestored, Way::InBoth];
}

/// Schedule of garbage collections.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Collecting {
    #[default]
    InTime,
    Always,
    Slices,
}

/// A way to run a program.
#[derive(Clone, Default)]
pub struct Plan {
    pub way: Way,
    pub collecting: Collecting,
    /// Insufficient fuel, to run out of.
    pub limit: Option<u64>,
    /// Fuel after which each pause comes.
    pub pauses: Vec<u64>,
    /// A debugger that looks at it.
    pub looks: Option<Looks>,
}

/// Outcome of a walk.
#[derive(Default)]
pub struct Walk {
    /// Fuel spent at each pause.
    pub pauses: Vec<u64>,
    /// Fuel spent at the end of each script, and of its jobs.
    pub stages: Vec<u64>,
    /// Output, and the result of each script, with the place where a limit stopped it.
    pub seen: Vec<String>,
    pub is_stopped: bool,
    pub restored: u64,
}

impl Walk {
    pub fn panicked(panic: String) -> Walk {
        Walk { seen: vec![format!("panic: {panic}")], ..Walk::default() }
    }

    pub fn fuel(&self) -> u64 {
        self.stages.last().copied().unwrap_or(1).max(1)
    }
}

/// Runs a program by a plan, and records its fuel and its output, also of one that a limit has stopped.
pub fn walk(program: &Program, backend: Backend, plan: &Plan) -> Walk {
    let mut walker = Walker {
        plan,
        backend,
        printed: Printed::default(),
        before: 0,
        next: 0,
        has_forked: false,
        walk: Walk::default(),
    };
    let ended = walker.go(program);
    let mut walk = walker.walk;
    walk.seen.splice(0..0, walker.printed.lines());
    if let Err(error) = ended {
        walk.is_stopped = true;
        // The message names the fuel that this engine was given, which is what others left.
        let what = match error.kind() {
            ErrorKind::Termination(termination) => termination.to_string(),
            _ => error.message().to_owned(),
        };
        walk.seen.push(format!("{what} {:?} {:?}", error.location(), error.stack()));
    }
    walk
}

/// State of a run by its plan.
struct Walker<'a> {
    plan: &'a Plan,
    backend: Backend,
    printed: Printed,
    /// Fuel of the engine that is not the program's. It is negative if the program has spent more in another engine.
    before: i64,
    next: usize,
    has_forked: bool,
    walk: Walk,
}

/// Progress of an execution.
enum Step {
    Ended(Result<Value, Error>),
    Left(Box<OwnedExecution>),
}

impl Walker<'_> {
    /// Runs each script and then its jobs. A limit ends the walk early, exceptions of scripts do not.
    fn go(&mut self, program: &Program) -> Result<(), Error> {
        let mut engine = self.new_engine()?;
        if let Some(looks) = self.plan.looks {
            looks::attach(&mut engine, program, looks);
        }
        self.before = engine.stats().fuel as i64;
        for (name, text) in &program.scripts {
            let value;
            (engine, value) = self.run(engine, name, text)?;
            self.walk.stages.push(self.spent(engine.stats().fuel));
            match value {
                Err(error) if error.is_termination() => return Err(error),
                Err(error) => self.walk.seen.push(error.message().to_owned()),
                Ok(Value::Object(_)) => self.walk.seen.push("an object".to_owned()),
                Ok(value) => self.walk.seen.push(format!("{value:?}")),
            }
            engine.set_fuel(self.left(engine.stats().fuel));
            engine.run_jobs()?;
            self.walk.stages.push(self.spent(engine.stats().fuel));
        }
        Ok(())
    }

    /// Makes an engine without fuel of its own: each script and each turn of jobs gets what is left.
    fn new_engine(&self) -> Result<Engine, Error> {
        let mut engine = Engine::builder()
            .backend(self.backend)
            .seed(1)
            .memory_limit(MEMORY)
            .native_stack(host::NATIVE_STACK_BYTES)
            .stress_collection(self.plan.collecting == Collecting::Always)
            .stress_slices(self.plan.collecting == Collecting::Slices)
            .build()?;
        host::define_print(&mut engine, &self.printed)?;
        Ok(engine)
    }

    /// Returns the fuel that the program has spent. A restored engine has no limit of its own, and describing an error
    /// to the host takes fuel after the script has ended.
    fn spent(&self, instructions: u64) -> u64 {
        let spent = (instructions as i64 - self.before).max(0) as u64;
        self.plan.limit.map_or(spent, |limit| spent.min(limit))
    }

    fn left(&self, instructions: u64) -> u64 {
        self.plan.limit.unwrap_or(FUEL).saturating_sub(self.spent(instructions))
    }

    /// Runs one script through its pauses. Returns the engine that it has ended in, which may be another one.
    fn run(&mut self, mut engine: Engine, name: &str, text: &str) -> Result<(Engine, Result<Value, Error>), Error> {
        let script = match Compiler::new().backend(self.backend).script(name, text) {
            Ok(script) => script,
            Err(error) => return Ok((engine, Err(error))),
        };
        engine.set_fuel(self.left(engine.stats().fuel));
        let mut step = match script.start(&mut engine) {
            Ok(mut execution) => self.go_on(&mut execution)?,
            Err(error) => Step::Ended(Err(error)),
        };
        loop {
            match step {
                Step::Ended(value) => return Ok((engine, value)),
                Step::Left(mut owned) => {
                    step = self.go_on(&mut owned.execution())?;
                    if let Step::Ended(_) = step {
                        engine = owned.into_engine();
                    }
                }
            }
        }
    }

    /// Runs to the end, or to the place where another engine continues.
    fn go_on(&mut self, execution: &mut Execution<'_>) -> Result<Step, Error> {
        loop {
            let spent = self.spent(execution.stats().fuel);
            while self.plan.pauses.get(self.next).is_some_and(|&pause| pause <= spent) {
                self.next += 1;
            }
            let slice = match self.plan.pauses.get(self.next) {
                Some(pause) => Limits::new().fuel(pause - spent),
                None => Limits::new(),
            };
            execution.limit(&Limits::new().fuel(self.left(execution.stats().fuel)));
            if let Poll::Ready(value) = execution.resume::<Value>(&slice) {
                return Ok(Step::Ended(value));
            }
            self.walk.pauses.push(self.spent(execution.stats().fuel));
            if let Some(owned) = self.at_pause(execution)? {
                return Ok(Step::Left(Box::new(owned)));
            }
        }
    }

    /// Copies or writes the execution at a pause, as the way says. Returns the execution to go on with if it is another
    /// one.
    fn at_pause(&mut self, execution: &mut Execution<'_>) -> Result<Option<OwnedExecution>, Error> {
        let in_turn = [Way::InRestored, Way::InFork][usize::from(self.has_forked)];
        let way = if self.plan.way == Way::InBoth { in_turn } else { self.plan.way };
        self.has_forked ^= true;
        match way {
            Way::Slices | Way::InBoth => Ok(None),
            Way::BesideFork => execution.fork().map(|_| None),
            Way::InFork => Ok(Some(execution.fork()?)),
            Way::BesideWritten => {
                // An execution that cannot be written continues all the same.
                let _ = execution.snapshot();
                Ok(None)
            }
            Way::InRestored => {
                let Ok(bytes) = execution.snapshot() else { return Ok(None) };
                let spent = self.spent(execution.stats().fuel);
                let owned = Engine::restore_execution_into(self.new_engine()?, &bytes)?;
                self.walk.restored += 1;
                self.before = owned.stats().fuel as i64 - spent as i64;
                Ok(Some(owned))
            }
        }
    }
}
