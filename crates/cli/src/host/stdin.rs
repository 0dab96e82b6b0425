//! `process.stdin`: standard input for programs, read by a thread of its own, so that limits and timers go on meanwhile.

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Function, Object};

use super::events;

/// Makes what programs see of it.
const STREAM: &str = include_str!("stdin.js");

/// Bytes that are read at once, and how many pieces wait for the program.
const PIECE: usize = 64 << 10;
const PIECES: usize = 4;

/// Result of a read.
#[derive(Default)]
enum Input {
    #[default]
    NotBegun,
    Read(Receiver<Vec<u8>>),
    Over,
}

impl Input {
    /// The next piece, if one is there.
    fn take(&mut self) -> Option<Vec<u8>> {
        if let Input::NotBegun = self {
            *self = begun();
        }
        let Input::Read(pieces) = self else { return None };
        match pieces.try_recv() {
            Ok(piece) => Some(piece),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                *self = Input::Over;
                None
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

/// The object. Of a program that was itself read from there nothing is left.
pub fn stream(cx: &mut Context<'_>, is_program: bool) -> Result<Object, Error> {
    let input = Arc::new(Mutex::new(if is_program { Input::Over } else { Input::NotBegun }));
    let stream = Object::new(cx)?;
    stream.set(cx, "fd", 0)?;
    stream.set(cx, "isTTY", io::stdin().is_terminal())?;
    events::make_emitter(cx, &stream)?;
    let read = Arc::clone(&input);
    let take =
        Function::new(cx, "take", move || read.lock().unwrap_or_else(PoisonError::into_inner).take().map(Bytes))?;
    let is_over = Function::new(cx, "isOver", move || {
        matches!(*input.lock().unwrap_or_else(PoisonError::into_inner), Input::Over)
    })?;
    let make: Function = cx.eval(STREAM)?;
    make.call::<()>(cx, (&stream, take, is_over))?;
    Ok(stream)
}
