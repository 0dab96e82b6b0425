//! Answers of the playground's engine: everything that its page shows about a program, as one JSON text.
//!
//! ```text
//! page ──"look kind=js\nlet a = 1"──▶ look   errors, tree, listings of both machines     while one types
//!      ──"run fuel=1000000 …\n…"────▶ run    console, value or error, counts             to the program's end
//!                                            record: a window of steps on each machine   the same run again, watched
//! ```
//!
//! A page cannot block, so runs do not pause: stepping forwards and back moves through recorded steps. Clock and seed
//! are fixed, so both machines do the same. Everything is bounded: see [`request::Request`].
//!
//! ```
//! let answer = ferrotape_playground::answer("run kind=ts fuel=100000\nlet n: number = 6 * 7; n");
//! assert!(answer.contains(r#""value": "42""#));
//! ```

mod listing;
mod look;
mod record;
mod request;
mod run;
mod tree;
mod units;

use request::{Operation, Request};

/// Answers a request: a line with the operation and its options, then the source text. The answer is an object of JSON.
pub fn answer(input: &str) -> String {
    match Request::of(input) {
        Ok(request) => match request.operation {
            Operation::Look => look::look(&request),
            Operation::Run => run::run(&request),
        },
        Err(problem) => {
            let mut object = ferrotape_text::JsonObject::default();
            object.text("problem", &problem);
            object.finish()
        }
    }
}

#[cfg(test)]
mod tests;
