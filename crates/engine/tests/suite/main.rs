//! Tests that look into the machine and need built-ins.

mod accounting;
mod completions;
mod environment;
mod frames;
mod hosts;
mod realms;
mod scripts;
mod stack_machine;
mod templates;
mod weak;
