//! An engine with the program that runs in it, if there is one.

use std::sync::Arc;
use std::time::Duration;

use ferrotape::{AsContext, Context, Engine, Error, Program, Run};

use crate::Shell;
use crate::calls::{define_console, set_loader};
use crate::classes::Objects;
use crate::fault::Failure;
use crate::loader::Loading;
use crate::options::Options;
use crate::values::Values;

/// An engine of the host, with its settings.
pub(crate) struct Slot {
    pub state: State,
    pub options: Options,
    /// The function of the host that is its console.
    pub console: Option<u64>,
    pub modules: Option<Loading>,
    /// Time that the running program has used.
    pub used: Duration,
}

/// The state of an engine.
pub(crate) enum State {
    Idle(Box<Engine>),
    /// A program was started, and is not over.
    Running(Run<'static>),
    /// The engine was lost when something was restored into it.
    Lost,
}

const LOST: &str = "the engine was lost, as it could not be restored: make another";

impl Slot {
    pub fn new(engine: Engine, options: Options) -> Slot {
        Slot { state: State::Idle(Box::new(engine)), options, console: None, modules: None, used: Duration::ZERO }
    }

    /// Works in the engine: as a run of its own, or as the host's turn of the running program.
    pub fn enter<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Failure> {
        match &mut self.state {
            State::Idle(engine) => Ok(engine.enter(work)?),
            State::Running(run) => Ok(run.enter(work)?),
            State::Lost => Err(Failure::usage(LOST)),
        }
    }

    /// Works in the engine as [`Slot::enter`], with all fuel, and runs the jobs that are left. A running program runs
    /// its jobs itself, and has its own fuel.
    pub fn run<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Failure> {
        self.refuel();
        let result = self.enter(work)?;
        if let State::Idle(engine) = &mut self.state
            && engine.has_jobs()
        {
            engine.run_jobs()?;
        }
        Ok(result)
    }

    fn refuel(&mut self) {
        if let State::Idle(engine) = &mut self.state {
            engine.set_fuel(self.options.fuel);
        }
    }

    /// Lets the next module of that name be a new one.
    pub fn forget_module(&mut self, name: &str) -> Result<(), Failure> {
        self.refuel();
        self.idle()?.drop_module(name)?;
        Ok(())
    }

    /// Returns the engine, in which no program may run.
    pub fn idle(&mut self) -> Result<&mut Engine, Failure> {
        match &mut self.state {
            State::Idle(engine) => Ok(engine),
            State::Running(_) => Err(Failure::usage("a program runs in the engine")),
            State::Lost => Err(Failure::usage(LOST)),
        }
    }

    pub fn running(&mut self) -> Result<&mut Run<'static>, Failure> {
        match &mut self.state {
            State::Running(run) => Ok(run),
            State::Idle(_) => Err(Failure::usage("no program runs in the engine")),
            State::Lost => Err(Failure::usage(LOST)),
        }
    }

    /// Starts a program.
    pub fn start(&mut self, program: &Program) -> Result<(), Failure> {
        self.idle()?;
        self.refuel();
        let State::Idle(engine) = std::mem::replace(&mut self.state, State::Lost) else { return Ok(()) };
        match engine.into_run(program) {
            Ok(run) => {
                self.state = State::Running(run);
                self.used = Duration::ZERO;
                Ok(())
            }
            Err(failed) => {
                let (engine, error) = *failed;
                self.state = State::Idle(Box::new(engine));
                Err(error.into())
            }
        }
    }

    /// Ends the program, if one runs: the engine is free for others.
    pub fn end(&mut self) {
        if let State::Running(_) = &self.state
            && let State::Running(run) = std::mem::replace(&mut self.state, State::Lost)
            && let Some(engine) = run.into_engine()
        {
            self.state = State::Idle(Box::new(engine));
        }
    }

    /// Gives the engine its own table of values, as it is a copy of one that has those objects of the host.
    fn give_values(&mut self, objects: &Objects) -> Result<(), Failure> {
        let mut values = self.options.values();
        values.objects = objects.of_copy();
        self.enter(|cx| {
            cx.set_data(values);
            Ok(())
        })
    }

    /// Empties the table of values and gives it to the engine, which has taken the place of another. Old handles stay stale.
    pub fn give_values_of_before(&mut self, values: Values) -> Result<(), Failure> {
        values.clear();
        self.enter(|cx| {
            cx.set_data(values);
            Ok(())
        })
    }

    /// Fails while a module is on its way: neither a copy nor bytes would ask the host for it.
    pub fn require_modules(&mut self) -> Result<(), Failure> {
        let has_futures = match &mut self.state {
            State::Idle(engine) => engine.has_futures(),
            State::Running(run) => run.has_futures(),
            State::Lost => false,
        };
        match has_futures {
            true => Err(Failure::usage("a module is being fetched: advance the program until it has arrived")),
            false => Ok(()),
        }
    }

    /// Makes a copy of the engine, with the program that runs in it.
    pub fn forked(&mut self, shell: &Arc<dyn Shell>) -> Result<Slot, Failure> {
        self.require_modules()?;
        let state = match &mut self.state {
            State::Running(run) => State::Running(run.fork()?),
            _ => State::Idle(Box::new(self.idle()?.fork()?)),
        };
        let is_idle = matches!(state, State::Idle(_));
        let mut fork = Slot {
            state,
            options: self.options.clone(),
            console: self.console,
            modules: self.modules.as_ref().map(Loading::of_fork),
            used: self.used,
        };
        let objects = self.enter(|cx| Ok(Values::of(cx)?.objects))?;
        fork.give_values(&objects)?;
        if is_idle && let Some(console) = fork.console {
            define_console(&mut fork, shell, console)?;
        }
        // A program that runs keeps a loader that loads at once.
        if let Some(loader) = fork.modules.take_if(|loader| is_idle || loader.fetches.is_some()) {
            set_loader(&mut fork, shell, loader)?;
        }
        Ok(fork)
    }
}
