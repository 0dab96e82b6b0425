//! Messages for file errors of the system, without error numbers.

use std::io;

/// Describes why a file could not be read or written, to follow its name and a colon.
pub fn in_words(error: &io::Error) -> String {
    let known = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        io::ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        io::ErrorKind::AlreadyExists => "it is there already",
        io::ErrorKind::StorageFull => "no space is left on the device",
        io::ErrorKind::ReadOnlyFilesystem => "nothing can be written there",
        io::ErrorKind::InvalidFilename => "that is not a file name",
        _ => return without_number(&error.to_string()),
    };
    known.to_owned()
}

/// Returns the name of an error in the headers of systems, which programs for Node look at.
pub fn code_of(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::InvalidInput => "ENOENT",
        // Rust has one kind for both: what only the owner of a file may do is another error than a missing right.
        io::ErrorKind::PermissionDenied if cfg!(unix) && error.raw_os_error() == Some(1) => "EPERM",
        io::ErrorKind::PermissionDenied => "EACCES",
        io::ErrorKind::IsADirectory => "EISDIR",
        io::ErrorKind::NotADirectory => "ENOTDIR",
        io::ErrorKind::DirectoryNotEmpty => "ENOTEMPTY",
        io::ErrorKind::AlreadyExists => "EEXIST",
        io::ErrorKind::StorageFull => "ENOSPC",
        io::ErrorKind::ReadOnlyFilesystem => "EROFS",
        io::ErrorKind::InvalidFilename => "ENAMETOOLONG",
        io::ErrorKind::CrossesDevices => "EXDEV",
        _ => "EIO",
    }
}

/// Removes the number from `Too many levels of symbolic links (os error 40)`.
fn without_number(text: &str) -> String {
    let Some((words, number)) = text.rsplit_once(" (os error ") else { return text.to_owned() };
    if number.ends_with(')') { words.to_lowercase() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_error_shows_a_number() {
        for (number, words) in [(2, "no such file or folder"), (13, "permission denied"), (21, "it is a folder")] {
            assert_eq!(in_words(&io::Error::from_raw_os_error(number)), words);
        }
        for number in 1..=40 {
            let words = in_words(&io::Error::from_raw_os_error(number));
            assert!(!words.is_empty() && !words.contains("os error"), "{words}");
        }
        assert_eq!(in_words(&io::Error::other("what (os error")), "what (os error");
    }

    #[cfg(unix)]
    #[test]
    fn owners_and_rights_have_codes_of_their_own() {
        assert_eq!([1, 13].map(|number| code_of(&io::Error::from_raw_os_error(number))), ["EPERM", "EACCES"]);
    }
}
