//! Reasons why a gate gives no file.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;

use ferrotape_budget::Termination;

/// Why a [`FileGate`](crate::modules::FileGate) gives no file. Its text stands behind the name of a file and a colon.
///
/// ```
/// use ferrotape::modules::FileError;
///
/// assert_eq!(FileError::NotAFile.to_string(), "it is no file");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// It begins in no folder that is allowed, or a link leads out of these. Nobody has looked whether it is there.
    Outside,
    /// Nothing is there.
    Missing,
    /// It is a folder, a pipe, a device, or a file of the system's own.
    NotAFile,
    /// It has more bytes than may be read.
    TooLarge(u64),
    /// It is not UTF-8, from this byte on.
    NotText(usize),
    /// It was exchanged for another file while it was opened.
    Exchanged,
    /// A limit has ended the run.
    Stopped(Termination),
    /// The system says so.
    System(io::Error),
}

impl Display for FileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Outside => f.write_str("it is outside of the folders that may be read"),
            FileError::Missing => f.write_str("there is no such file"),
            FileError::NotAFile => f.write_str("it is no file"),
            FileError::TooLarge(most) => write!(f, "it has more than {most} bytes"),
            FileError::NotText(_) => f.write_str("it is not UTF-8"),
            FileError::Exchanged => f.write_str("it was exchanged while it was opened"),
            FileError::Stopped(termination) => termination.fmt(f),
            FileError::System(error) => error.fmt(f),
        }
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FileError::Stopped(termination) => Some(termination),
            FileError::System(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Termination> for FileError {
    fn from(termination: Termination) -> FileError {
        FileError::Stopped(termination)
    }
}

/// Names that no system has are as good as missing.
impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidFilename
            | io::ErrorKind::InvalidInput => FileError::Missing,
            _ => FileError::System(error),
        }
    }
}
