//! Compiles a program to a file, which `ferrotape FILE` runs like its source.

use std::fs;

use ferrotape::Error;
use ferrotape::script::{Compiler, SourceKind};

use crate::kind;
use crate::options::{FAILURE, Input, Options};
use crate::run::{exit_code_of, file_hint};
use crate::source::{self, Source};
use crate::system_error::in_words;
use crate::{commonjs, report, setup};

/// Compiles the input and writes the code to the output file. Nothing runs, and a failure leaves the file alone
/// unless writing itself fails.
pub fn compile(options: &Options) -> u8 {
    let (Some(input), Some(output)) = (options.inputs.first(), &options.output) else { return FAILURE };
    let source = match source::read(input) {
        Ok(source) => source,
        Err(message) => return failed(&(message + &file_hint(input))),
    };
    match bytes_of(options, input, source) {
        Ok(bytes) => match fs::write(output, bytes) {
            Ok(()) => 0,
            Err(error) => failed(&format!("cannot write {}: {}", output.display(), in_words(&error))),
        },
        Err(error) => {
            report::print(&error, &[]);
            exit_code_of(&error)
        }
    }
}

fn failed(message: &str) -> u8 {
    eprintln!("ferrotape: {message}");
    FAILURE
}

/// Compiles an input. A module is named by its absolute path, so its imports are found beside its source wherever the
/// compiled file lies.
fn bytes_of(options: &Options, input: &Input, source: Source) -> Result<Vec<u8>, Error> {
    let is_module = kind::is_module(&mut setup::bare_engine(options)?, options, input, &source);
    let Source { name, text } = source;
    let mut compiler =
        Compiler::new().backend(options.backend.unwrap_or_default()).native_stack(setup::NATIVE_STACK_BYTES);
    compiler = compiler.verbatim_imports(options.verbatim_imports);
    if options.typescript {
        compiler = compiler.source_kind(SourceKind::TypeScript);
    }
    if options.strip {
        compiler = compiler.without_text();
    }
    if !is_module {
        return compiler.script(&name, &text)?.to_bytes();
    }
    let name = match input {
        Input::File(path) => commonjs::real_path(path).to_string_lossy().into_owned(),
        Input::Code(_) | Input::Stdin => name,
    };
    compiler.module(&name, &text)?.to_bytes()
}
