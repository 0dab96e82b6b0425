//! The place where programs wait.

#[cfg(agent_postgres)]
mod postgres;
mod sqlite;

use std::time::{SystemTime, UNIX_EPOCH};

/// Anything that may go wrong.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Milliseconds for which a program belongs to the process that has taken it. A slower process has done nothing: the state is not
/// replaced then. One that was killed keeps it so long from others. A lease that ends later was given by another clock, or
/// before a clock was put right, and does not count.
pub const LEASE: i64 = 400;

/// Programs that wait, their calls, and answers. All methods are atomic: a process may be killed in any of them.
pub trait Store {
    /// Adds a program. False if there is one of that name.
    fn add(&mut self, run: &str, state: &[u8]) -> Result<bool, Failure>;

    /// Takes a program that can go on, for [`LEASE`]: it was just begun, has paused, or a call of it was answered.
    /// The one that has waited longest comes first.
    fn take(&mut self) -> Result<Option<Taken>, Failure>;

    /// Replaces the state of a program that was taken, together with its calls, and forgets the answers that the state has. False
    /// if the state or the number of answers is not what it was when the program was taken: somebody else was faster.
    fn put(&mut self, taken: &Taken, next: &Next) -> Result<bool, Failure>;

    /// Notes an answer, if the call waits for one.
    fn answer(&mut self, run: &str, call: u64, value: &str) -> Result<Answered, Failure>;

    /// Returns what waits for people: run, call and question.
    fn calls(&mut self) -> Result<Vec<(String, u64, String)>, Failure>;

    /// Returns what has become of a program.
    fn show(&mut self, run: &str) -> Result<Option<String>, Failure>;

    /// The tool of the example, as if it were a service elsewhere: charges an account, once for each key. Returns the number
    /// of the receipt, which is the same for the same key.
    fn charge(&mut self, key: &str, account: &str, amount: i64) -> Result<i64, Failure>;
}

/// A program that this process may go on with.
pub struct Taken {
    pub run: String,
    pub state: Vec<u8>,
    /// The number of answers that the state has.
    pub answers: i64,
    /// Answers that it has not had.
    pub new: Vec<(u64, String)>,
}

/// The future of a program that was taken.
pub struct Next {
    pub progress: Progress,
    /// The number of answers that it has now.
    pub answers: i64,
    /// The calls that people answer, with their questions: those that wait, the new ones among them.
    pub asked: Vec<(u64, String)>,
}

pub enum Progress {
    /// Can continue, or waits for tools.
    Paused(Vec<u8>),
    /// Waits for people.
    Waiting(Vec<u8>),
    /// Over: the program's value, or its error.
    Over(String),
}

impl Next {
    /// The state, whether it can go on by itself, and the end.
    pub fn columns(&self) -> (Option<&[u8]>, bool, Option<&str>) {
        match &self.progress {
            Progress::Paused(state) => (Some(state), true, None),
            Progress::Waiting(state) => (Some(state), false, None),
            Progress::Over(end) => (None, false, Some(end)),
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answered {
    Noted,
    NobodyWaits,
}

/// Opens the database of a URL, or of the path of a file.
pub fn open(place: &str) -> Result<Box<dyn Store>, Failure> {
    match place.split_once("://") {
        #[cfg(agent_postgres)]
        Some(("postgres" | "postgresql", _)) => Ok(Box::new(postgres::Postgres::open(place)?)),
        Some((kind, _)) => {
            Err(format!("this build has no {kind}: PostgreSQL is in those with `--cfg agent_postgres`").into())
        }
        None => Ok(Box::new(sqlite::Sqlite::open(place)?)),
    }
}

/// Milliseconds since 1970.
fn now() -> Result<i64, Failure> {
    Ok(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

/// The tables, which both databases understand but for the type of bytes.
fn tables(bytes: &str) -> String {
    format!(
        "CREATE TABLE IF NOT EXISTS runs (
            run TEXT PRIMARY KEY, state {bytes}, answers BIGINT NOT NULL, is_ready BOOLEAN NOT NULL,
            taken_until BIGINT NOT NULL, ending TEXT
        );
        CREATE TABLE IF NOT EXISTS calls (
            run TEXT NOT NULL, call BIGINT NOT NULL, question TEXT NOT NULL, answer TEXT, PRIMARY KEY (run, call)
        );
        CREATE TABLE IF NOT EXISTS charges (
            charge_key TEXT PRIMARY KEY, account TEXT NOT NULL, amount BIGINT NOT NULL, receipt BIGINT NOT NULL
        );
        CREATE INDEX IF NOT EXISTS ready ON runs (taken_until) WHERE is_ready;
        CREATE INDEX IF NOT EXISTS asked ON calls (run, call) WHERE answer IS NULL;"
    )
}
