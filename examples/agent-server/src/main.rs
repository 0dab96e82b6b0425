//! A host of programs that language models have written, for more than one machine. Waiting programs are in a database. Any
//! number of processes take those that can continue, and any process may be killed at any instant: no answer is lost, and none
//! is used twice.
//!
//! ```text
//! agent-server start RUN FILE          begins a program, which waits for a process that runs it
//! agent-server work [SECONDS]          runs programs until none can continue, or for so many seconds
//! agent-server calls                   lists calls that wait for a person: RUN CALL QUESTION
//! agent-server answer RUN CALL VALUE   answers such a call
//! agent-server show RUN                shows the state of a program
//! agent-server bench [COUNT]           measures how many waiting programs a core resumes in a second, and their bytes
//! ```
//!
//! The database is what AGENT_STORE names: the path of a file for SQLite, or the URL of a PostgreSQL server, in a
//! build with RUSTFLAGS="--cfg agent_postgres". A process that cannot reach it ends with an error, which is no worse than being
//! killed: start it again.
//!
//! A program may call `approve(question)`, which waits for a person's answer, and `charge(account, amount)`, a tool that must not
//! be used twice. How that is kept:
//!
//! - The state of a program and the answers that it has had are one row. It is replaced as a whole, by a compare-and-swap of run,
//!   state and number of answers ([`store::Store::put`]): only a process that has read the current state replaces it.
//! - An answer stays in the database until a state that contains it is there. A process that dies in between has changed nothing.
//! - A tool is used only for a state that is in the database. It may be called again for the same state. So it gets an
//!   idempotency key of run, call and arguments ([`ferrotape::PendingCall::key`]), and answers as before.

mod bench;
mod store;
mod worker;

use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use store::{Answered, Failure, Store};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), Failure> {
    if let ["bench", count @ ..] = arguments {
        return bench::run(count.first().map_or(Ok(10_000), |count| count.parse())?);
    }
    let mut store = store::open(&env::var("AGENT_STORE").unwrap_or_else(|_| "agent.sqlite".to_owned()))?;
    match arguments {
        ["start", run, file] => start(&mut *store, run, file),
        ["work"] => work(&mut *store, None),
        ["work", seconds] => work(&mut *store, Some(Duration::from_secs(seconds.parse()?))),
        ["calls"] => {
            for (run, call, question) in store.calls()? {
                // A question may not look like another line, or act on the terminal.
                println!("{run} {call} {}", question.escape_debug());
            }
            Ok(())
        }
        ["answer", run, call, value] => match store.answer(run, call.parse()?, value)? {
            Answered::Noted => Ok(()),
            Answered::NobodyWaits => Err(format!("no call {call} of {run} waits for an answer").into()),
        },
        ["show", run] => {
            println!("{}", store.show(run)?.ok_or("there is no such run")?);
            Ok(())
        }
        _ => Err(
            "usage: agent-server start RUN FILE | work [SECONDS] | calls | answer RUN CALL VALUE | show RUN | bench"
                .into(),
        ),
    }
}

fn start(store: &mut dyn Store, run: &str, file: &str) -> Result<(), Failure> {
    let state = worker::begun(file, &fs::read_to_string(file)?)?;
    match store.add(run, &state)? {
        true => Ok(()),
        false => Err(format!("there is a run {run} already").into()),
    }
}

fn work(store: &mut dyn Store, time: Option<Duration>) -> Result<(), Failure> {
    let end = time.and_then(|time| Instant::now().checked_add(time));
    loop {
        match (worker::go_on(store)?, end) {
            (true, _) => {}
            (false, Some(end)) if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
            (false, _) => return Ok(()),
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
    }
}
