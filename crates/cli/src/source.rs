//! Reads the program.

use std::fs;
use std::io::{self, Read};

use ferrotape::script::Saved;

use crate::options::Input;
use crate::system_error::in_words;

/// Some editors put it before the text of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A program to run.
#[derive(Clone)]
pub enum Program {
    Source(Source),
    /// Output of `ferrotape compile`.
    Compiled(Box<Saved>),
}

/// The text of a program, with its name.
#[derive(Clone)]
pub struct Source {
    /// Name that positions and stack traces show.
    pub name: String,
    pub text: String,
}

/// Reads source text or compiled code. The error describes why there is neither.
pub fn read_program(input: &Input) -> Result<Program, String> {
    let Input::File(path) = input else { return read(input).map(Program::Source) };
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| format!("cannot read {name}: {}", in_words(&error)))?;
    if Saved::is_saved(&bytes) {
        let saved = Saved::from_bytes(&bytes).map_err(|error| format!("cannot run {name}: {}", error.message()))?;
        return Ok(Program::Compiled(Box::new(saved)));
    }
    let text = text_of(Ok(bytes), &name)?;
    Ok(Program::Source(Source { name, text }))
}

/// Reads source text. The error describes why there is none.
pub fn read(input: &Input) -> Result<Source, String> {
    match input {
        Input::Code(code) => Ok(Source { name: "<command line>".to_string(), text: code.clone() }),
        Input::File(path) => {
            let name = path.display().to_string();
            let text = text_of(fs::read(path), &name)?;
            Ok(Source { name, text })
        }
        Input::Stdin => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            let text = text_of(read.map(|_| bytes), "standard input")?;
            Ok(Source { name: "<standard input>".to_string(), text })
        }
    }
}

/// Returns bytes as a text, without a byte order mark. Errors say the place of the first byte that is none.
fn text_of(bytes: io::Result<Vec<u8>>, name: &str) -> Result<String, String> {
    let bytes = bytes.map_err(|error| format!("cannot read {name}: {}", in_words(&error)))?;
    if Saved::is_saved(&bytes) {
        return Err(format!(
            "{name} is compiled code, which can only be run: give this the file that it was compiled from"
        ));
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| format!("{name} is not UTF-8 text: see byte {}", error.utf8_error().valid_up_to()))?;
    Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) => text.to_owned(),
        None => text,
    })
}
