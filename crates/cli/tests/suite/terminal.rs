//! A terminal that runs the command: tests send keys and read the screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty};

use crate::runner::root;

pub const ROWS: u16 = 40;
pub const COLUMNS: u16 = 90;
/// Lines kept above the screen.
const SCROLLBACK: usize = 1000;
/// Longest wait for something: other tests run as well.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Terminal {
    child: Child,
    pty: Arc<Pty>,
    screen: Arc<(Mutex<Screen>, Condvar)>,
}

#[derive(Default)]
struct Screen {
    parser: Option<vt100::Parser>,
    /// All bytes ever written.
    bytes: Vec<u8>,
    is_over: bool,
}

impl Screen {
    fn row(&self) -> u16 {
        self.parser.as_ref().map_or(0, |parser| parser.screen().cursor_position().0)
    }
}

fn is_ready(screen: &vt100::Screen) -> bool {
    let (row, column) = screen.cursor_position();
    let lines: Vec<String> = screen.rows(0, COLUMNS).collect();
    let (line, below) = (lines[usize::from(row)].trim_end(), &lines[usize::from(row) + 1..]);
    column == 2 && line == ">" && below.iter().all(|line| line.trim().is_empty())
}

impl Terminal {
    /// Starts the command without the user's settings for it, and with the variables of `environment`.
    pub fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        Terminal::start_in(&root(), arguments, environment)
    }

    /// Starts the command in a folder.
    pub fn start_in(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let (pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
        pty.resize(Size::new(ROWS, COLUMNS)).expect("it has a size");
        let command = Command::new(env!("CARGO_BIN_EXE_ferrotape"))
            .args(arguments)
            .current_dir(folder)
            .env_remove("FERROTAPE_GC")
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .env("FERROTAPE_HISTORY", "")
            .envs(environment.iter().copied());
        let child = command.spawn(pts).expect("it starts");
        let size = |size| NonZeroU16::new(size).expect("not zero");
        let parser = vt100::Parser::new(size(ROWS), size(COLUMNS), SCROLLBACK);
        let screen = Arc::new((Mutex::new(Screen { parser: Some(parser), ..Screen::default() }), Condvar::new()));
        let pty = Arc::new(pty);
        let (reader, shown) = (Arc::clone(&pty), Arc::clone(&screen));
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // On Linux, reading after the other side has closed is an error.
            while let Ok(length @ 1..) = (&*reader).read(&mut piece) {
                let mut screen = shown.0.lock().expect("no panic");
                screen.bytes.extend_from_slice(&piece[..length]);
                if let Some(parser) = &mut screen.parser {
                    parser.process(&piece[..length]);
                }
                shown.1.notify_all();
            }
            shown.0.lock().expect("no panic").is_over = true;
            shown.1.notify_all();
        });
        Terminal { child, pty, screen }
    }

    /// Starts a prompt and waits for its first line.
    pub fn prompt(arguments: &[&str]) -> Terminal {
        let terminal = Terminal::start(arguments, &[]);
        terminal.shows("Type .help for more.");
        terminal.is_ready();
        terminal
    }

    pub fn types(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("it is read");
    }

    /// Types a line, and waits for the next prompt.
    #[track_caller]
    pub fn enters(&self, line: &str) {
        self.ends_line_by(&format!("{line}\r"));
    }

    /// Types the end of a line, and waits for the prompt of the next one.
    #[track_caller]
    pub fn ends_line_by(&self, keys: &str) {
        let before = self.lock().row();
        self.types(keys);
        self.wait("the next prompt", |screen| is_ready(screen) && screen.cursor_position().0 > before);
    }

    /// Waits until the screen shows the text.
    #[track_caller]
    pub fn shows(&self, text: &str) {
        self.wait(&format!("{text:?}"), |screen| screen.contents().contains(text));
    }

    /// Waits until the screen has an empty prompt as its last line.
    #[track_caller]
    pub fn is_ready(&self) {
        self.wait("a prompt", is_ready);
    }

    #[track_caller]
    fn wait(&self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        let mut screen = self.lock();
        while !screen.parser.as_ref().is_some_and(|parser| is_there(parser.screen())) {
            if begun.elapsed() > PATIENCE || screen.is_over {
                let contents = screen.parser.as_ref().map(|parser| parser.screen().contents()).unwrap_or_default();
                drop(screen);
                panic!("{what} was not shown, but:\n{contents}");
            }
            screen = self.screen.1.wait_timeout(screen, Duration::from_millis(100)).expect("no panic").0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Screen> {
        self.screen.0.lock().expect("no panic")
    }

    /// Returns the text of the screen, without the blanks at line ends.
    pub fn contents(&self) -> String {
        let screen = self.lock();
        screen.parser.as_ref().map(|parser| parser.screen().contents()).unwrap_or_default()
    }

    /// Calls a function with the screen.
    pub fn with_screen<T>(&self, work: impl FnOnce(&vt100::Screen) -> T) -> T {
        let screen = self.lock();
        work(screen.parser.as_ref().expect("there is one").screen())
    }

    /// Waits until the command has closed its output.
    #[track_caller]
    pub fn is_over(&self) {
        let begun = Instant::now();
        while !self.lock().is_over {
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.contents());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns all bytes that were written.
    pub fn bytes(&self) -> Vec<u8> {
        self.lock().bytes.clone()
    }

    /// Waits for the end of the command and returns its exit code.
    #[track_caller]
    pub fn code(mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.contents());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
