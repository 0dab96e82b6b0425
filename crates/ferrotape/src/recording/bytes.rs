//! Recordings as bytes.

use ferrotape_runtime::{Read, Reader, Writer};

use super::{Asked, Recorded, Recording};
use crate::{Error, SavedProblem};

const MAGIC: &[u8] = b"ferrotape recording ";

/// The number of this format. A later one reads it too.
const FORMAT: u64 = 1;

impl Recording {
    /// Returns the recording as bytes, for [`Recording::from_bytes`]. They contain all answers in the clear.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.bytes.extend_from_slice(MAGIC);
        to.number(FORMAT);
        to.number(self.answers.len() as u64);
        for Recorded { id, call: Asked { name, arguments }, is_later, is_failure, answer } in &self.answers {
            to.number(*id);
            to.text(name.as_bytes());
            to.byte(u8::from(*is_later) | u8::from(*is_failure) << 1 | u8::from(arguments.is_some()) << 2);
            if let Some(arguments) = arguments {
                to.text(arguments);
            }
            to.text(answer);
        }
        to.bytes
    }

    /// Reads the bytes of [`Recording::to_bytes`]. Whatever they are, the result is a recording or an error.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are none of [`Recording::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, Error> {
        let mut from = Reader::new(bytes, 0);
        if from.take(MAGIC.len()) != Ok(MAGIC) {
            return Err(Error::of_saved(SavedProblem::NotSaved, "the bytes are not a recording".to_owned()));
        }
        match from.number() {
            Ok(FORMAT) => {}
            _ => {
                return Err(Error::of_saved(
                    SavedProblem::OtherVersion,
                    "the recording is of another version".to_owned(),
                ));
            }
        }
        let read = read(&mut from);
        read.map_err(|_| {
            let offset = from.offset();
            Error::of_saved(SavedProblem::Damaged { offset }, "the recording is damaged".to_owned())
        })
    }
}

/// Reads answers to the end of the bytes. The flags of each are later (1), failure (2), arguments (4).
fn read(from: &mut Reader<'_>) -> Read<Recording> {
    let mut answers = Vec::new();
    for _ in 0..from.count(4)? {
        let id = from.number()?;
        let Ok(name) = std::str::from_utf8(from.text()?) else { return from.damaged("a name is not text") };
        let flags = from.byte()?;
        if flags > 7 {
            return from.damaged("a call has unknown properties");
        }
        let arguments = if flags & 4 != 0 { Some(from.text()?.to_vec()) } else { None };
        let answer = from.text()?.to_vec();
        let call = Asked { name: name.to_owned(), arguments };
        answers.push(Recorded { id, call, is_later: flags & 1 != 0, is_failure: flags & 2 != 0, answer });
    }
    if from.left() > 0 { from.damaged("there are bytes after the end") } else { Ok(Recording { answers }) }
}
