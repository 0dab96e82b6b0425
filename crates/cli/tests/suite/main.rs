//! Tests of the `ferrotape` command from outside, and of the source tree.
//!
//! - Running programs: options and reports (`command`), reports of faulty programs (`diagnostics`), pipes (`pipes`), kinds of
//!   programs (`kinds`), `--commonjs` (`requiring`).
//! - Permissions: access of programs (`permissions`) and its bounds (`reaching`).
//! - Other commands: `check` (`checking`), `bench` (`measuring`), `mcp` (`serving`), `compile` (`compiling`), and the prompt
//!   (`prompt`; `typing` at a `terminal`).
//! - Tests of programs: how `ferrotape test` counts them (`measured`), runs several at once and tells of them (`testing`).
//! - Debuggers: `debug` and `dap` (`debugging`), `--inspect` (`inspecting`).
//! - Documents about the command (`reference`) and their pictures (`screens`).
//! - Many programs: the feature scripts of `tests/scripts` (`scripts`), programs from the npm registry (`programs`), source
//!   texts of parser tests (`parser_tests`).
//! - Rules of the source tree (`tidy`).

mod checking;
mod command;
mod compiling;
mod debugging;
mod diagnostics;
mod inspecting;
mod kinds;
mod measured;
mod measuring;
mod mocks;
#[cfg(feature = "net")]
mod network;
mod node;
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
mod serving;
mod snapshots;
#[cfg(unix)]
mod terminal;
mod testing;
mod tidy;
#[cfg(unix)]
mod typescript;
mod typing;
