//! `process.stdin`: standard input for programs, read by a thread of its own, so that limits and timers go on meanwhile.

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Function, Object};

use super::{Output, events};

/// Makes what programs see of it.
const STREAM: &str = include_str!("stdin.js");

/// Bytes that are read at once, and how many pieces wait for the program.
const PIECE: usize = 64 << 10;
const PIECES: usize = 4;

/// Time between two checks of the limits while a program waits for a piece.
const WAIT: Duration = Duration::from_millis(10);
/// Ticks for such a check, and for a piece.
const CALL: u64 = 100;

/// Result of a read.
#[derive(Default)]
enum Input {
    #[default]
    NotBegun,
    Read(Receiver<Vec<u8>>),
    Over,
}

impl Input {
    /// The pieces, which are read from the first call on.
    fn pieces(&mut self) -> Option<&Receiver<Vec<u8>>> {
        if let Input::NotBegun = self {
            *self = begun();
        }
        if let Input::Read(pieces) = self { Some(pieces) } else { None }
    }

    /// The next piece, if one is there.
    fn take(&mut self) -> Option<Vec<u8>> {
        let taken = self.pieces()?.try_recv();
        if let Err(TryRecvError::Disconnected) = taken {
            *self = Input::Over;
        }
        taken.ok()
    }

    /// Waits a moment for the next piece.
    fn wait(&mut self) -> Option<Vec<u8>> {
        let taken = self.pieces()?.recv_timeout(WAIT);
        if let Err(RecvTimeoutError::Disconnected) = taken {
            *self = Input::Over;
        }
        taken.ok()
    }

    fn is_over(&self) -> bool {
        matches!(self, Input::Over)
    }
}

/// Standard input of a program: `process.stdin` and the functions of `fs` take from the same pieces.
#[derive(Clone, Default)]
pub struct StandardInput {
    input: Arc<Mutex<Input>>,
    /// Output that is written before the program waits.
    output: Arc<OnceLock<Output>>,
}

impl StandardInput {
    /// Locks the input. A panic leaves nothing in it half done, so poisoning is ignored.
    fn lock(&self) -> MutexGuard<'_, Input> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a program, whose output this is. Of a program that was itself read from there nothing is left.
    pub fn begin(&self, output: &Output, is_program: bool) {
        let _ = self.output.set(output.clone());
        if is_program {
            *self.lock() = Input::Over;
        }
    }

    /// Waits for the next piece, within the limits. Returns `None` at the end.
    pub fn next(&self, cx: &mut Context<'_>) -> Result<Option<Vec<u8>>, Error> {
        self.output.get().map_or(Ok(()), Output::write_out)?;
        loop {
            cx.tick(CALL)?;
            let mut input = self.lock();
            let piece = input.wait();
            if piece.is_some() || input.is_over() {
                return Ok(piece);
            }
        }
    }
}

/// Begins to read. What cannot be read is at its end.
fn begun() -> Input {
    let (sender, receiver) = sync_channel(PIECES);
    let read = move || {
        let mut piece = vec![0; PIECE];
        loop {
            match io::stdin().lock().read(&mut piece) {
                Ok(0) => return,
                Ok(count) => {
                    if sender.send(piece[..count].to_vec()).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    };
    match thread::Builder::new().name("standard input".to_owned()).spawn(read) {
        Ok(_) => Input::Read(receiver),
        Err(_) => Input::Over,
    }
}

/// The object that programs see.
pub fn stream(cx: &mut Context<'_>, input: &StandardInput) -> Result<Object, Error> {
    let (read, input) = (input.clone(), input.clone());
    let stream = Object::new(cx)?;
    stream.set(cx, "fd", 0)?;
    stream.set(cx, "isTTY", io::stdin().is_terminal())?;
    events::make_emitter(cx, &stream)?;
    let take = Function::new(cx, "take", move || read.lock().take().map(Bytes))?;
    let is_over = Function::new(cx, "isOver", move || input.lock().is_over())?;
    let make: Function = cx.eval(STREAM)?;
    make.call::<()>(cx, (&stream, take, is_over))?;
    Ok(stream)
}
