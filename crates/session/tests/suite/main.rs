//! The tests of the session: operations, values, handles, and hostile input.

mod classes;
mod errors;
mod handles;
mod held;
mod hostile;
mod programs;
mod support;
mod values;
