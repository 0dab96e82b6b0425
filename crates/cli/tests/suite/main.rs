//! Tests of the `ferrotape` command from outside: its options and reports (`command`), reports of faulty programs
//! (`diagnostics`), pipes (`pipes`), access of programs (`permissions`) and its bounds (`reaching`), kinds of programs
//! (`kinds`), `--commonjs` (`requiring`), `check` (`checking`), the prompt (`prompt`; `typing` at a `terminal`),
//! `bench` (`measuring`), `debug` and `dap` (`debugging`), `--inspect` (`inspecting`), `mcp` (`serving`), `compile`
//! (`compiling`), documents about the command (`reference`) and their pictures (`screens`), the feature scripts of
//! `tests/scripts` (`scripts`), programs from the npm registry (`programs`), source texts of parser tests
//! (`parser_tests`); and rules of the source tree (`tidy`).

mod checking;
mod command;
mod compiling;
mod debugging;
mod diagnostics;
mod inspecting;
mod kinds;
mod measured;
mod measuring;
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
#[cfg(unix)]
mod terminal;
mod tidy;
#[cfg(unix)]
mod typescript;
mod typing;
