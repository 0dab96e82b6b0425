//! A host of programs that a language model has written. Each calls tools and waits, perhaps for days, while no process runs.
//!
//! ```text
//! agent start job.mjs     begins a program, and runs it until it waits for a person
//! agent answer ID yes     allows what it has asked for, or not (`no`), and continues
//! agent resume            continues after the process was killed
//! agent                   shows all that on an example
//! ```
//!
//! The tools: `forecast(city)` answers at once, `note(text)` writes a file, `book(trip)` needs a person's approval. The state
//! is a file in the folder AGENT_FOLDER, replaced as a whole after each answer. Whenever the process ends, the next one
//! continues from the last answer. It may call a tool again, with the same id: a note has the id as its name. All
//! processes together have ten seconds for a program, and a megabyte of answers.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use ferrotape::{Call, Engine, Error, Limits, PendingCall, Program, Progress, Run};

#[path = "agent/show.rs"]
mod show;

/// The engine that programs are started and restored in: its limits hold for a program as a whole, over all processes.
fn engine() -> Result<Engine, Error> {
    let mut engine = Engine::builder().fuel(10_000_000).memory_limit(32 << 20).can_block(false).build()?;
    // A line of the program never looks like one of the host, nor does it act on the terminal.
    engine.define("say", |text: String| println!("> {}", text.escape_debug()))?;
    engine.define_call("forecast", Call::promise())?;
    engine.define_call("note", Call::promise())?;
    engine.define_call("book", Call::blocking())?;
    Ok(engine)
}

/// The folder of a program, and its lock: other processes wait until this one has ended, however it ends.
struct Agent {
    folder: PathBuf,
    _lock: fs::File,
}

impl Agent {
    fn of(folder: PathBuf) -> Result<Agent, Error> {
        let lock = fs::File::create(folder.join("lock")).map_err(Error::from_host)?;
        lock.lock().map_err(Error::from_host)?;
        Ok(Agent { folder, _lock: lock })
    }

    fn state(&self) -> PathBuf {
        self.folder.join("state")
    }

    fn start(&self, name: &str, text: &str) -> Result<(), Error> {
        if self.state().exists() {
            return Err(Error::new("a program waits here: `agent resume`, or remove the file `state`"));
        }
        let mut engine = engine()?;
        let mut run = engine.start(&Program::module(name, text)?)?;
        run.limit_time(Duration::from_secs(10));
        run.limit_answers(1 << 20);
        self.save(&mut run)?;
        self.go_on(run)
    }

    fn answer(&self, id: u64, is_approved: bool) -> Result<(), Error> {
        let mut run = self.restored()?;
        if let Some(call) = run.calls().iter().find(|call| call.id() == id && call.name() != "book") {
            return Err(Error::new(format!("call {id} is for the tool {}, and not for a person", call.name())));
        }
        run.answer(id, is_approved)?;
        self.save(&mut run)?;
        self.go_on(run)
    }

    fn restored(&self) -> Result<Run<'static>, Error> {
        Engine::restore_run(engine()?, &fs::read(self.state()).map_err(Error::from_host)?)
    }

    /// Runs the program until it is over, or only a person can go on.
    fn go_on(&self, mut run: Run<'_>) -> Result<(), Error> {
        loop {
            match run.advance(&Limits::new().fuel(1_000_000)) {
                Ok(Progress::Paused) => {}
                Ok(Progress::Waiting) => {
                    let mut has_answered = false;
                    for call in run.calls() {
                        match call.argument::<String>(&mut run, 0) {
                            Ok(text) if call.name() != "book" => self.use_tool(&mut run, &call, &text)?,
                            Ok(_) => continue,
                            // The program hears what is wrong with its call.
                            Err(error) => run.fail(call.id(), Error::type_error(error.message()))?,
                        }
                        self.save(&mut run)?;
                        has_answered = true;
                    }
                    if !has_answered {
                        return self.ask(&mut run);
                    }
                }
                // A program that has ended by an error would do so again.
                over => return fs::remove_file(self.state()).map_err(Error::from_host).and(over.map(drop)),
            }
        }
    }

    fn use_tool(&self, run: &mut Run<'_>, call: &PendingCall, text: &str) -> Result<(), Error> {
        if call.name() == "note" {
            fs::write(self.folder.join(format!("note-{}.txt", call.id())), text).map_err(Error::from_host)?;
            return run.answer(call.id(), ());
        }
        match [("Oslo", 4), ("Rome", 17), ("Cairo", 24)].iter().find(|(city, _)| *city == text) {
            Some((_, degrees)) => run.answer(call.id(), *degrees),
            None => run.fail(call.id(), Error::range_error(format!("nobody knows the weather of {text}"))),
        }
    }

    /// Tells what the program waits for.
    fn ask(&self, run: &mut Run<'_>) -> Result<(), Error> {
        for call in run.calls() {
            let what: String = call.argument(run, 0)?;
            let line = call.place().map_or(0, |place| place.line);
            println!("call {0} of line {line}: book {1}? (agent answer {0} yes)", call.id(), what.escape_debug());
        }
        self.save(run)
    }

    /// Replaces the state as a whole.
    fn save(&self, run: &mut Run<'_>) -> Result<(), Error> {
        let new = self.folder.join("state.new");
        fs::write(&new, run.save()?).and_then(|()| fs::rename(new, self.state())).map_err(Error::from_host)
    }
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let agent = || Agent::of(env::var_os("AGENT_FOLDER").unwrap_or_else(|| ".".into()).into());
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => show::show(env::temp_dir().join(format!("ferrotape-agent-{}", std::process::id()))),
        ["start", file] => agent()?.start(file, &fs::read_to_string(file).map_err(Error::from_host)?),
        ["answer", id, said @ ("yes" | "no")] => agent()?.answer(id.parse().map_err(Error::from_host)?, said == "yes"),
        ["resume"] => agent().and_then(|agent| agent.go_on(agent.restored()?)),
        _ => Err(Error::new("usage: agent start FILE | agent answer ID yes|no | agent resume")),
    }
}
