//! Standard input of a program, read by a thread of its own, so that limits and timers go on meanwhile.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use ferrotape::{Context, Error};

use super::Output;

/// Bytes that are read at once, and how many pieces wait for the program.
const PIECE: usize = 64 << 10;
const PIECES: usize = 4;

/// Time between two checks of the limits while a program waits for a piece.
const WAIT: Duration = Duration::from_millis(10);
/// Ticks for such a check, and for a piece.
const CALL: u64 = 100;

/// Result of a read.
#[derive(Default)]
pub enum Input {
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
    pub fn take(&mut self) -> Option<Vec<u8>> {
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

    pub fn is_over(&self) -> bool {
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
    pub fn lock(&self) -> MutexGuard<'_, Input> {
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

/// Begins to read. Unreadable input counts as ended.
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
