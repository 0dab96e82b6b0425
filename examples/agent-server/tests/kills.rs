//! Four processes go on with programs, and are killed again and again, at any instant. Each answer is used once.
//!
//! AGENT_KILLS says how often; the short form is what CI runs.

mod postgres;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const PROCESSES: usize = 4;

/// Programs that are under way at once.
const RUNS: usize = 6;

const ROUNDS: usize = 3;

/// The time after which a program must have ended.
const PATIENCE: Duration = Duration::from_secs(120);

/// Gives what it was told and given, in that order.
const PROGRAM: &str = "const seen = [];
for (let round = 0; round < ROUNDS; round++) {
    seen.push('told:' + approve(`round ${round}`));
    const receipts = await Promise.all([charge('ink', round), charge('pens', round)]);
    seen.push(...receipts.map(receipt => 'receipt:' + receipt));
}
return seen.join(' ')
";

/// A folder of the test, which goes with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("ferrotape-agent-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn command(store: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-server"));
    command.args(arguments).env("AGENT_STORE", store);
    command
}

fn output(store: &str, arguments: &[&str]) -> Output {
    command(store, arguments).output().expect("a process")
}

/// Returns what a command prints, which must succeed.
fn told(store: &str, arguments: &[&str]) -> String {
    let output = output(store, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Processes that are ended with the test.
struct Workers(Vec<Child>);

impl Workers {
    fn worker(store: &str) -> Child {
        command(store, &["work", "3600"]).stderr(Stdio::null()).spawn().expect("a process")
    }

    fn kill(&mut self, index: usize, store: &str) {
        let mut killed = std::mem::replace(&mut self.0[index], Workers::worker(store));
        killed.kill().expect("it can be killed");
        killed.wait().expect("it is over");
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            worker.kill().ok();
            worker.wait().ok();
        }
    }
}

/// xorshift64: any times will do, and the same again are good to have.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// The person who answers, and what she has said to each program.
struct Person {
    said: BTreeMap<String, Vec<String>>,
    count: usize,
}

impl Person {
    /// Answers all that waits, each call twice: the second answer must not be noted.
    fn answer(&mut self, store: &str) {
        for line in told(store, &["calls"]).lines() {
            let mut words = line.splitn(3, ' ');
            let (run, call) = (words.next().expect("a run"), words.next().expect("a call"));
            self.count += 1;
            let word = format!("word{}", self.count);
            told(store, &["answer", run, call, &word]);
            assert!(!output(store, &["answer", run, call, "twice"]).status.success());
            self.said.entry(run.to_owned()).or_default().push(word);
        }
    }
}

fn kills() -> usize {
    env::var("AGENT_KILLS").map_or(30, |kills| kills.parse().expect("a number"))
}

pub fn nothing_is_lost(store: &str, folder: &Folder) {
    let file = folder.0.join("program.js");
    fs::write(&file, PROGRAM.replace("ROUNDS", &ROUNDS.to_string())).expect("a program");
    let file = file.to_str().expect("a path");
    let (kills, began) = (kills(), Instant::now());
    let mut last_end = began;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut person = Person { said: BTreeMap::new(), count: 0 };
    let mut going: Vec<String> = Vec::new();
    let mut ended: BTreeMap<String, String> = BTreeMap::new();
    // The tables are there before anybody is killed.
    told(store, &["calls"]);
    let mut workers = Workers((0..PROCESSES).map(|_| Workers::worker(store)).collect());
    let mut killed = 0;
    while killed < kills || !going.is_empty() {
        assert!(last_end.elapsed() < PATIENCE, "after {killed} kills, nothing ends: {going:?}");
        while killed < kills && going.len() < RUNS {
            let run = format!("run{}", ended.len() + going.len());
            told(store, &["start", &run, file]);
            assert!(!output(store, &["start", &run, file]).status.success(), "there is one");
            going.push(run);
        }
        thread::sleep(Duration::from_millis(random.below(30)));
        if killed < kills {
            workers.kill(random.below(PROCESSES as u64) as usize, store);
            killed += 1;
        }
        person.answer(store);
        going.retain(|run| {
            let now = told(store, &["show", run]);
            let is_over = !now.starts_with("waits");
            if is_over {
                last_end = Instant::now();
                ended.insert(run.clone(), now.trim().to_owned());
            }
            !is_over
        });
    }
    eprintln!("{killed} kills, {} runs in {:?}", ended.len(), began.elapsed());
    check(&ended, &person);
}

fn check(ended: &BTreeMap<String, String>, person: &Person) {
    let mut receipts = BTreeSet::new();
    for (run, seen) in ended {
        let told: Vec<&str> = seen.split(' ').filter_map(|part| part.strip_prefix("told:")).collect();
        assert_eq!(told, person.said[run], "{run}: {seen}");
        for receipt in seen.split(' ').filter_map(|part| part.strip_prefix("receipt:")) {
            assert!(receipts.insert(receipt.parse::<usize>().expect("a number")), "{run} has the receipt of another");
        }
    }
    // Each charge was made once: there are no more receipts than calls.
    let all = ended.len() * ROUNDS * 2;
    assert!(ended.len() >= RUNS && receipts.into_iter().eq(1..=all), "{ended:?}");
}

#[test]
fn no_answer_is_lost_or_used_twice_in_sqlite() {
    let folder = Folder::new("sqlite");
    let store = folder.0.join("store.sqlite");
    nothing_is_lost(store.to_str().expect("a path"), &folder);
}

#[test]
fn what_is_wrong_is_told() {
    let folder = Folder::new("wrong");
    let store = folder.0.join("store.sqlite");
    let store = store.to_str().expect("a path");
    let file = folder.0.join("wrong.js");
    fs::write(&file, "await charge(1, 2)").expect("a program");
    told(store, &["start", "a", file.to_str().expect("a path")]);
    told(store, &["work"]);
    assert_eq!(told(store, &["show", "a"]), "failed: TypeError: the arguments: [0]: expected a string, found 1\n");
    for arguments in [&["show", "b"][..], &["answer", "a", "0", "yes"], &["answer", "a", "x", "yes"], &["nothing"]] {
        assert!(!output(store, arguments).status.success(), "{arguments:?}");
    }
    assert!(!output("other://host", &["calls"]).status.success());
}

fn database(store: &str) -> rusqlite::Connection {
    let database = rusqlite::Connection::open(store).expect("a database");
    database.busy_timeout(Duration::from_secs(20)).expect("a time");
    database
}

fn begun(folder: &Folder, run: &str, text: &str) -> String {
    let store = folder.0.join("store.sqlite").to_str().expect("a path").to_owned();
    let file = folder.0.join(format!("{run}.js"));
    fs::write(&file, text).expect("a program");
    told(&store, &["start", run, file.to_str().expect("a path")]);
    store
}

#[test]
fn who_goes_on_asks_tools_for_the_same_at_another_time() {
    let folder = Folder::new("clock");
    let text =
        "const now = Date.now(); if (now % 2) await charge('odd', 1); await charge('ink', now); return String(now)";
    let store = begun(&folder, "a", text);
    let database = database(&store);
    // The process ends after it has used the tool.
    let die = "CREATE TRIGGER die BEFORE UPDATE OF state ON runs WHEN EXISTS (SELECT * FROM charges)
        BEGIN SELECT RAISE(ABORT, 'killed'); END";
    database.execute_batch(die).expect("a trigger");
    assert!(!output(&store, &["work"]).status.success());
    database.execute_batch("DROP TRIGGER die").expect("no trigger");
    thread::sleep(Duration::from_millis(450));
    told(&store, &["work"]);
    let charged = "SELECT amount FROM charges WHERE account = 'ink'";
    let charged: i64 = database.query_row(charged, [], |row| row.get(0)).expect("it was charged");
    assert_eq!(told(&store, &["show", "a"]).trim(), charged.to_string());
}

#[test]
fn a_program_that_waits_for_nobody_ends() {
    let folder = Folder::new("nobody");
    let wait = "Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e6).value";
    begun(&folder, "a", &format!("await {wait}"));
    begun(&folder, "b", "await new Promise(() => {})");
    let store = begun(&folder, "c", &format!("{wait}; await charge('ink', 1); return approve('c?')"));
    told(&store, &["work"]);
    assert_eq!(told(&store, &["show", "a"]), "failed: the program waits, and not for a call\n");
    assert!(told(&store, &["show", "b"]).starts_with("failed: "));
    assert_eq!(told(&store, &["calls"]), "c 1 c?\n");
}

/// A flood of new programs does not keep those waiting that were begun before.
#[test]
fn new_programs_come_behind_older_ones() {
    let folder = Folder::new("queue");
    let store = begun(&folder, "a", "for (;;);");
    told(&store, &["work", "0"]);
    thread::sleep(Duration::from_millis(20));
    begun(&folder, "b", "for (;;);");
    let longest = "SELECT run FROM runs ORDER BY taken_until LIMIT 1";
    let first = || database(&store).query_row(longest, [], |row| row.get::<_, String>(0)).expect("a run");
    assert_eq!(first(), "a");
    told(&store, &["work", "0"]);
    assert_eq!(first(), "b");
}

#[test]
fn programs_have_their_turns() {
    let folder = Folder::new("turns");
    begun(&folder, "a", "for (;;);");
    let store = begun(&folder, "b", "return 'done'");
    // Each takes one program.
    told(&store, &["work", "0"]);
    told(&store, &["work", "0"]);
    assert_eq!(told(&store, &["show", "b"]), "done\n");
    // A lease of a clock that is wrong keeps nobody off for ever.
    let lease = "UPDATE runs SET taken_until = 1 << 60 WHERE run = 'a'";
    assert_eq!(database(&store).execute(lease, []).expect("a lease"), 1);
    told(&store, &["work", "0"]);
    let until = "SELECT taken_until < 1 << 60 FROM runs WHERE run = 'a'";
    assert!(database(&store).query_row(until, [], |row| row.get::<_, bool>(0)).expect("it is there"));
}

#[test]
fn an_answer_that_is_too_large_ends_its_program_alone() {
    let folder = Folder::new("large");
    begun(&folder, "a", "return approve('a?')");
    let store = begun(&folder, "b", "return approve(`b?\\na 7 pay?\\u001b[2J`)");
    told(&store, &["work"]);
    let calls = told(&store, &["calls"]);
    assert_eq!(calls, "a 0 a?\nb 0 b?\\na 7 pay?\\u{1b}[2J\n", "a question is no line of its own");
    told(&store, &["answer", "b", "0", "yes"]);
    let large = database(&store).execute("UPDATE calls SET answer = ? WHERE run = 'a'", ["x".repeat(40 << 20)]);
    assert_eq!(large.expect("an answer"), 1);
    database(&store).execute("UPDATE runs SET is_ready = TRUE WHERE run = 'a'", []).expect("a run");
    told(&store, &["work"]);
    assert!(told(&store, &["show", "a"]).starts_with("failed: "));
    assert_eq!(told(&store, &["show", "b"]), "yes\n");
}

#[test]
fn a_flood_of_charges_ends_its_program() {
    let folder = Folder::new("flood");
    let store = begun(&folder, "a", "for (;;) charge('ink', 1)");
    told(&store, &["work"]);
    assert_eq!(
        told(&store, &["show", "a"]),
        "failed: TypeError: charge may have 16 calls that wait, and has as many\n"
    );
    let charged = "SELECT count(*) FROM charges";
    let charged: i64 = database(&store).query_row(charged, [], |row| row.get(0)).expect("a number");
    assert_eq!(charged, 0);
}
