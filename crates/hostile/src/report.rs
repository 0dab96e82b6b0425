//! What is shown.

use crate::options::backend_name;
use crate::verdict::Failure;

/// A line for each run that broke a rule: how, where, which.
pub fn failures(failures: &[Failure]) -> String {
    failures.iter().map(line).collect()
}

/// What broke a rule and is known to.
pub fn known(failures: &[Failure]) -> String {
    failures.iter().map(|failure| format!("known: {}", line(failure))).collect()
}

pub fn line(failure: &Failure) -> String {
    let Failure { script, machine, reasons, .. } = failure;
    format!("{:<8} {script}: {}\n", backend_name(*machine), reasons.join(", "))
}
