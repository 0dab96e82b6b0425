//! Output of the suite.

use crate::options::backend_name;
use crate::verdict::Failure;

/// Writes a line for each failure: machine, script, reasons.
pub fn failures(failures: &[Failure]) -> String {
    failures.iter().map(line).collect()
}

/// Writes a line for each known failure.
pub fn known(failures: &[Failure]) -> String {
    failures.iter().map(|failure| format!("known: {}", line(failure))).collect()
}

pub fn line(failure: &Failure) -> String {
    let Failure { script, machine, reasons, .. } = failure;
    format!("{:<8} {script}: {}\n", backend_name(*machine), reasons.join(", "))
}
