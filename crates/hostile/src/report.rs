//! What is shown.

use std::fmt::Write;

use crate::options::backend_name;
use crate::verdict::Failure;

/// A line for each run that broke a rule: how, where, which.
pub fn failures(failures: &[Failure]) -> String {
    let mut text = String::new();
    for Failure { script, machine, reasons, .. } in failures {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:<8} {script}: {}", backend_name(*machine), reasons.join(", "));
    }
    text
}
