//! The `ferrotape` command seen from outside: its options and reports (`command`), the feature scripts of `tests/scripts`
//! (`scripts`), and programs from the npm registry (`programs`).

mod command;
mod programs;
mod runner;
mod scripts;
