//! The `ferrotape` command seen from outside: its options and reports (`command`), what it says of broken programs
//! (`diagnostics`), pipes (`pipes`), what programs reach (`permissions`) and do not (`reaching`), `--commonjs` (`requiring`),
//! files that are checked (`checking`), the prompt (`prompt`; `typing` at a `terminal`), `bench` (`measuring`), `compile`
//! (`compiling`), what documents say of it (`reference`) and show (`screens`), the feature scripts of `tests/scripts`
//! (`scripts`), programs from the npm registry (`programs`), texts that parsers are tested with (`parser_tests`); and rules of
//! the source tree (`tidy`).

mod checking;
mod command;
mod compiling;
mod diagnostics;
mod kinds;
mod measuring;
mod parser_tests;
mod permissions;
mod pipes;
mod programs;
mod prompt;
#[cfg(unix)]
mod reaching;
mod reference;
mod requiring;
mod runner;
#[cfg(unix)]
mod screens;
mod scripts;
#[cfg(unix)]
mod terminal;
mod tidy;
#[cfg(unix)]
mod typing;
