//! node as an oracle: each process runs one program after the other, each in its own realm.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Line that ends the output of a program.
const END: &str = "=== end of program";

/// Limit on the realms that a process makes before a new process replaces it: realms do not give back all their memory.
const PROGRAMS_OF_A_PROCESS: u32 = 2_000;

/// Limit on the time of a program, far longer than any takes. node cannot interrupt all of its built-ins itself.
const DEADLINE: Duration = Duration::from_secs(6);

/// Idle processes of node. A thread takes one, or starts one.
pub struct Node {
    program: PathBuf,
    /// Script that each process runs. It reads programs as JSON strings, one a line. It writes the output of each, then
    /// the line that is its argument.
    script: &'static str,
    idle: Mutex<Vec<Process>>,
}

/// A process of node.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    programs: u32,
}

impl Node {
    /// Finds the node that the option names, to run `script`. Gives an error if it cannot be started.
    pub fn of_option(option: &NodeOption, script: &'static str) -> Result<Option<Node>, String> {
        match option {
            NodeOption::Without => Ok(None),
            NodeOption::IfThere => Ok(Node::find(Path::new("node"), script)),
            NodeOption::Command(command) => {
                let node = Node::find(command, script);
                node.map(Some).ok_or_else(|| format!("{}: it cannot be started", command.display()))
            }
        }
    }

    /// Finds node by the command `program`. Returns `None` if it cannot be started.
    pub fn find(program: &Path, script: &'static str) -> Option<Node> {
        let status = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        let is_there = status.is_ok_and(|status| status.success());
        is_there.then(|| Node { program: program.to_owned(), script, idle: Mutex::default() })
    }

    /// Runs a program and returns its output, line by line, or `None` if the program takes too long.
    pub fn run(&self, source: &str) -> Result<Option<Vec<String>>, String> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = match idle {
            Some(process) => process,
            None => Process::start(&self.program, self.script)?,
        };
        let Some(lines) = process.run_in_time(source).map_err(|error| format!("node failed: {error}"))? else {
            return Ok(None);
        };
        if process.programs < PROGRAMS_OF_A_PROCESS {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
        Ok(Some(lines))
    }
}

/// Choice of the node that programs are compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeOption {
    IfThere,
    Without,
    Command(PathBuf),
}

impl Process {
    /// Starts a process, which waits for programs on its standard input. Its time zone is UTC.
    fn start(program: &Path, script: &str) -> Result<Self, String> {
        let mut command = Command::new(program);
        // Modules in contexts need an option, and give warnings.
        command
            .args(["--experimental-vm-modules", "--no-warnings", "-e", script, END])
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(Process { child, input, output: BufReader::new(output), programs: 0 }),
            _ => Err("node has no pipes".to_owned()),
        }
    }

    /// Runs a program. Returns `None` if the process had to be killed.
    fn run_in_time(&mut self, source: &str) -> std::io::Result<Option<Vec<String>>> {
        self.programs += 1;
        let Process { child, input, output, .. } = self;
        let (done, is_done) = channel::<()>();
        thread::scope(|scope| {
            let watch = scope.spawn(move || {
                let is_late = is_done.recv_timeout(DEADLINE) == Err(RecvTimeoutError::Timeout);
                is_late && child.kill().is_ok()
            });
            let lines = run(input, output, source);
            drop(done);
            let is_late = watch.join().unwrap_or(false);
            if is_late { Ok(None) } else { lines.map(Some) }
        })
    }
}

/// Sends a program as a line of JSON, and reads its output up to the line that ends it.
fn run(input: &mut ChildStdin, output: &mut BufReader<ChildStdout>, source: &str) -> std::io::Result<Vec<String>> {
    input.write_all(json_line(source).as_bytes())?;
    input.flush()?;
    let mut lines = Vec::new();
    for line in output.by_ref().lines() {
        let line = line?;
        if line == END {
            return Ok(lines);
        }
        lines.push(line);
    }
    Err(std::io::Error::other("it ended early"))
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes a generated text, which is ASCII, as a JSON string on a line.
fn json_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + text.len() / 8);
    line.push('"');
    for character in text.chars() {
        match character {
            '"' => line.push_str("\\\""),
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            _ => line.push(character),
        }
    }
    line.push_str("\"\n");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = include_str!("properties/node.js");

    #[test]
    fn a_program_is_one_line() {
        assert_eq!(json_line("a\n\"\\b\""), "\"a\\n\\\"\\\\b\\\"\"\n");
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert!(Node::find(Path::new("no such command"), SCRIPT).is_none());
    }

    #[test]
    fn programs_of_a_process_share_nothing() {
        let Some(node) = Node::find(Path::new("node"), SCRIPT) else {
            assert!(std::env::var_os("FERROTAPE_REQUIRE_PACKAGES").is_none(), "node is not installed");
            return;
        };
        let source = "print('a \\\\ ' + Object.prototype.left); Object.prototype.left = 1; null.x;";
        for _ in 0..2 {
            assert_eq!(node.run(source), Ok(Some(vec!["a \\ undefined".to_owned(), "uncaught".to_owned()])));
        }
    }
}
