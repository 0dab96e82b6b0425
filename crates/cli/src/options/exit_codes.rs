//! Exit codes of the command.

/// An exit code with its meaning.
pub struct Row {
    pub code: u8,
    pub meaning: &'static str,
}

pub const FAILURE: u8 = 1;
pub const WRONG_USAGE: u8 = 2;
pub const LIMIT: u8 = 3;
/// Exit code of Rust programs after a panic.
pub const INTERNAL_ERROR: u8 = 101;
/// Exit code that shells show for a program ended by a closed pipe: 128 and the number of SIGPIPE.
pub const CLOSED_PIPE: u8 = 141;

pub const EXIT_CODES: &[Row] = &[
    Row { code: 0, meaning: "the program ended; process.exit(N) and process.exitCode give other codes" },
    Row {
        code: FAILURE,
        meaning: "an uncaught exception, an unhandled rejection, a syntax error, or a file that cannot be read",
    },
    Row { code: WRONG_USAGE, meaning: "the command line is wrong" },
    Row { code: LIMIT, meaning: "a limit ended the program: --memory, --time, --fuel" },
    Row { code: INTERNAL_ERROR, meaning: "a bug in ferrotape" },
    Row { code: CLOSED_PIPE, meaning: "standard output was closed; no message is printed" },
];
