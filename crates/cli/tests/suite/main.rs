//! The `ferrotape` command seen from outside: its options and reports (`command`), the feature scripts of `tests/scripts`
//! (`scripts`), programs from the npm registry (`programs`); and rules of the source tree (`tidy`).

mod command;
mod programs;
mod runner;
mod scripts;
mod tidy;
