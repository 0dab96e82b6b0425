//! Every built-in function × every hostile value, called in several ways: `scripts/calls.js` has the values, the
//! receivers and the ways. A few processes make thousands of engines. For each call, a process reports how late an
//! interrupt could have come, how much memory the process took, how the call ended, and whether both machines agree.
//! The process that started it detects crashes and hangs.

mod attempt;
mod part;
mod supervisor;

pub use part::execute as execute_part;
pub use supervisor::execute;

use ferrotape::{Engine, Value};

use crate::discovery::{self, BuiltIn};
use crate::options::Options;
use crate::spread;

/// Values, receivers and ways of calling.
const PRELUDE: &str = include_str!("../scripts/calls.js");

/// A built-in function and a hostile value for it.
#[derive(Clone, Debug)]
struct Pair {
    built_in: BuiltIn,
    value: String,
    /// Name of the pair: `call/`, the function, the value.
    name: String,
}

/// Returns the pairs that the options choose: equal in every process, and in equal order.
fn pairs(options: &Options) -> Result<Vec<Pair>, String> {
    let values = values()?;
    let mut pairs = Vec::new();
    for built_in in discovery::built_ins()? {
        for value in values.lines() {
            let name = format!("call/{}/{value}", built_in.path);
            let is_meant = options.filters.is_empty() || options.filters.iter().any(|filter| name.contains(filter));
            if is_meant && spread(&name).is_multiple_of(options.every as u64) {
                pairs.push(Pair { built_in: built_in.clone(), value: value.to_owned(), name });
            }
        }
    }
    Ok(pairs)
}

/// Returns the names of all values, one a line.
fn values() -> Result<String, String> {
    let mut engine = Engine::builder().build().map_err(|error| error.to_string())?;
    match engine.run("calls.js", format!("{PRELUDE}\nallValues()")) {
        Ok(Value::String(names)) => Ok(names),
        Ok(_) => Err("calls.js gives no names".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_values_are_many_and_have_names_of_their_own() {
        let names = values().expect("names");
        let mut lines: Vec<&str> = names.lines().collect();
        lines.sort_unstable();
        let all = lines.len();
        lines.dedup();
        assert!(all > 90 && lines.len() == all, "{all} names, {} different ones", lines.len());
    }
}
