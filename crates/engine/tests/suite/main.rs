//! Tests that look into the machine and need built-ins.

mod accounting;
mod environment;
mod hosts;
mod realms;
mod stack_machine;
