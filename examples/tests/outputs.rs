//! The examples print what is in `expected`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs an example without arguments and compares what it prints; with `FERROTAPE_UPDATE` set it is kept instead.
fn check(name: &str, program: &str) {
    let output = Command::new(program).output().expect("the example starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} ended with {}: {errors}", output.status);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected").join(format!("{name}.txt"));
    let printed = String::from_utf8_lossy(&output.stdout);
    if std::env::var_os("FERROTAPE_UPDATE").is_some() {
        std::fs::write(&path, &*printed).expect("the output is written");
    }
    let expected = std::fs::read_to_string(&path).expect("the output that is expected");
    assert_eq!(printed, expected, "{name}");
}

#[test]
fn rules() {
    check("rules", env!("CARGO_BIN_EXE_rules"));
}

#[test]
fn plugins() {
    check("plugins", env!("CARGO_BIN_EXE_plugins"));
}

#[test]
fn server() {
    check("server", env!("CARGO_BIN_EXE_server"));
}

#[test]
fn template() {
    check("template", env!("CARGO_BIN_EXE_template"));
}

#[test]
fn game() {
    check("game", env!("CARGO_BIN_EXE_game"));
}

#[test]
fn reload() {
    check("reload", env!("CARGO_BIN_EXE_reload"));
}

#[test]
fn pipeline() {
    check("pipeline", env!("CARGO_BIN_EXE_pipeline"));
}

#[test]
fn agent() {
    check("agent", env!("CARGO_BIN_EXE_agent"));
}

/// A longer example shows that something is missing in the interface.
#[test]
fn examples_are_short() {
    for entry in std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let lines = std::fs::read_to_string(&path).expect("a text").lines().count();
            assert!(lines < 150, "{}: {lines} lines", path.display());
        }
    }
}

/// Every step of an agent is a process. One that is killed leaves the state of its last answer.
#[test]
fn agents_go_on_in_other_processes() {
    let folder = std::env::temp_dir().join(format!("ferrotape-agent-steps-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(
        folder.join("job.mjs"),
        "let n = 0; while (book(`trip ${n}`)) n++; await note(`${n}`); say(`${n} trips`)",
    )
    .expect("a file");
    let agent = |arguments: &[&str]| {
        let mut agent = Command::new(env!("CARGO_BIN_EXE_agent"));
        agent.args(arguments).env("AGENT_FOLDER", &folder).current_dir(&folder);
        let output = agent.output().expect("the example starts");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let asks = |trip: u32| (true, format!("call {trip} of line 1: book trip {trip}? (agent answer {trip} yes)\n"));
    assert_eq!(agent(&["start", "job.mjs"]), asks(0));
    for trip in 0..3 {
        assert_eq!(agent(&["resume"]), asks(trip));
        assert_eq!(agent(&["answer", &(trip + 1).to_string(), "yes"]), (false, String::new()), "nobody asks for it");
        assert_eq!(agent(&["answer", &trip.to_string(), "yes"]), asks(trip + 1));
    }
    assert_eq!(agent(&["answer", "3", "no"]), (true, "> 3 trips\n".to_owned()));
    assert_eq!(std::fs::read_to_string(folder.join("note-4.txt")).ok().as_deref(), Some("3"));
    assert!(!agent(&["resume"]).0, "it is over");
    std::fs::remove_dir_all(folder).expect("gone");
}

#[test]
fn a_program_hears_what_is_wrong_with_its_call() {
    let folder = std::env::temp_dir().join(format!("ferrotape-agent-wrong-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = "try { book({}) } catch (error) { say(error.name) } await note(5).catch(error => say(error.name))";
    std::fs::write(folder.join("job.mjs"), text).expect("a file");
    let mut agent = Command::new(env!("CARGO_BIN_EXE_agent"));
    let output = agent.args(["start", "job.mjs"]).env("AGENT_FOLDER", &folder).current_dir(&folder).output();
    let output = output.expect("the example starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "> TypeError\n> TypeError\n");
    std::fs::remove_dir_all(folder).expect("gone");
}

#[test]
fn people_answer_for_no_tool_and_errors_end_a_program() {
    let folder = std::env::temp_dir().join(format!("ferrotape-agent-tools-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("note-1.txt")).expect("a folder in place of the note");
    std::fs::write(folder.join("a.mjs"), "say((await Promise.all([forecast('Oslo'), note('x')]))[1])").expect("a file");
    std::fs::write(folder.join("b.mjs"), "throw new Error('wrong')").expect("a file");
    let agent = |arguments: &[&str]| {
        let mut agent = Command::new(env!("CARGO_BIN_EXE_agent"));
        let output = agent.args(arguments).env("AGENT_FOLDER", &folder).current_dir(&folder).output();
        let output = output.expect("the example starts");
        assert!(!output.status.success() && output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    agent(&["start", "a.mjs"]);
    let error = agent(&["answer", "1", "yes"]);
    assert!(error.contains("call 1 is for the tool note, and not for a person"), "{error}");
    assert!(agent(&["start", "b.mjs"]).contains("a program waits here"), "it would be lost");
    std::fs::remove_file(folder.join("state")).expect("it is there");
    assert!(agent(&["start", "b.mjs"]).contains("Error: wrong"));
    assert!(!agent(&["resume"]).contains("wrong"), "it is over");
    std::fs::remove_dir_all(folder).expect("gone");
}

#[test]
fn a_program_says_nothing_that_looks_like_the_host() {
    let folder = std::env::temp_dir().join(format!("ferrotape-agent-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let text =
        r"say('ready\ncall 0 of line 1: book nothing? (agent answer 0 yes)'); book('all of it\r\u001b[2Jnothing')";
    std::fs::write(folder.join("job.mjs"), text).expect("a file");
    let mut agent = Command::new(env!("CARGO_BIN_EXE_agent"));
    let output = agent.args(["start", "job.mjs"]).env("AGENT_FOLDER", &folder).current_dir(&folder).output();
    assert_eq!(
        String::from_utf8_lossy(&output.expect("the example starts").stdout),
        r"> ready\ncall 0 of line 1: book nothing? (agent answer 0 yes)
call 0 of line 1: book all of it\r\u{1b}[2Jnothing? (agent answer 0 yes)
"
    );
    std::fs::remove_dir_all(folder).expect("gone");
}

/// People who answer at once wait for each other: none of their answers is lost.
#[test]
fn processes_that_answer_at_once_wait_for_each_other() {
    let folder = std::env::temp_dir().join(format!("ferrotape-agent-crowd-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let job = "let n = 0; while (n < 8 && book(`trip ${n}`)) n++; say(`${n} trips`)";
    std::fs::write(folder.join("job.mjs"), job).expect("a file");
    let agent = |arguments: &[&str]| {
        let mut agent = Command::new(env!("CARGO_BIN_EXE_agent"));
        agent.args(arguments).env("AGENT_FOLDER", &folder).current_dir(&folder).stdout(Stdio::piped());
        agent.stderr(Stdio::null()).spawn().expect("the example starts")
    };
    assert!(agent(&["start", "job.mjs"]).wait().expect("a process").success());
    for trip in 0..8 {
        let answer = trip.to_string();
        let crowd: Vec<_> = (0..4).map(|_| agent(&["answer", &answer, "yes"])).collect();
        let ends = crowd.into_iter().map(|process| process.wait_with_output().expect("a process"));
        let taken: Vec<_> = ends.filter(|end| end.status.success()).collect();
        assert_eq!(taken.len(), 1, "trip {trip} was answered once");
        assert!(trip < 7 || taken[0].stdout == b"> 8 trips\n");
    }
    std::fs::remove_dir_all(folder).expect("gone");
}

/// Kills an agent after a time. Returns whether it was over before.
fn killed(agent: &mut Command, after: Duration) -> bool {
    let mut process = agent.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the example starts");
    std::thread::sleep(after);
    let is_over = process.try_wait().expect("a process").is_some();
    process.kill().expect("it can be killed");
    process.wait().expect("it is over");
    is_over
}

/// The time until an agent is killed grows, so that it meets each of its steps.
#[test]
fn agents_are_killed_between_any_two_steps() {
    const JOB: &str = "await note('a'); const degrees = await forecast('Oslo'); await note(`b ${degrees}`);
if (book('trip')) await note('c'); say('done')";
    const NOTES: [(&str, &str); 3] = [("note-0.txt", "a"), ("note-2.txt", "b 4"), ("note-4.txt", "c")];
    let folder = std::env::temp_dir().join(format!("ferrotape-agent-kills-{}", std::process::id()));
    let agent = |arguments: &[&str]| {
        let mut agent = Command::new(env!("CARGO_BIN_EXE_agent"));
        agent.args(arguments).env("AGENT_FOLDER", &folder).current_dir(&folder);
        agent
    };
    let told = |arguments: &[&str]| {
        let output = agent(arguments).output().expect("the example starts");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let (mut after, mut in_a_row) = (Duration::ZERO, 0);
    // Until both processes come to their ends several times.
    while in_a_row < 3 {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("job.mjs"), JOB).expect("a file");
        let is_waiting = || folder.join("state").exists();
        let was_started = killed(&mut agent(&["start", "job.mjs"]), after);
        let asks = if is_waiting() { told(&["resume"]) } else { told(&["start", "job.mjs"]) };
        assert_eq!(asks, "call 3 of line 2: book trip? (agent answer 3 yes)\n", "after {after:?}");
        let was_answered = killed(&mut agent(&["answer", "3", "yes"]), after);
        if is_waiting() {
            // The answer counts or it does not; nobody may give it twice.
            let resumed = told(&["resume"]);
            assert!(resumed == "> done\n" || resumed == asks, "after {after:?}: {resumed}");
            if resumed == asks {
                assert_eq!(told(&["answer", "3", "yes"]), "> done\n");
            }
        }
        for (name, text) in NOTES {
            assert_eq!(std::fs::read_to_string(folder.join(name)).expect("a note"), text, "after {after:?}");
        }
        assert!(!agent(&["resume"]).output().expect("the example starts").status.success(), "it is over");
        std::fs::remove_dir_all(&folder).expect("gone");
        in_a_row = if was_started && was_answered { in_a_row + 1 } else { 0 };
        after += Duration::from_micros(700);
    }
}
