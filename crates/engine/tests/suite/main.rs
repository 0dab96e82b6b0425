//! Tests that look into the machine and need built-ins.

mod accounting;
mod environment;
mod stack_machine;
