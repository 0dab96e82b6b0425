//! The errors of a gate.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;

use ferrotape_budget::Termination;

/// The error of a [`FileGate`](crate::modules::FileGate). Messages show it after the name of a file and a colon.
///
/// ```
/// use ferrotape::modules::FileError;
///
/// assert_eq!(FileError::NotAFile.to_string(), "it is not a file");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The path begins in no allowed directory, or a link leads out of them. Nothing has looked whether the file
    /// exists.
    Outside,
    /// Nothing is there.
    Missing,
    /// The path is a directory, a pipe, a device, or a system file.
    NotAFile,
    /// The file has more bytes than may be read.
    TooLarge(u64),
    /// The file is not UTF-8, from this byte on.
    NotText(usize),
    /// The file was exchanged for another while it was opened.
    Exchanged,
    /// A limit has ended the run.
    Stopped(Termination),
    /// The system reported an error.
    System(io::Error),
}

impl Display for FileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Outside => f.write_str("it is outside of the folders that may be read"),
            FileError::Missing => f.write_str("there is no such file"),
            FileError::NotAFile => f.write_str("it is not a file"),
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

/// Names that the system does not allow count as missing.
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
