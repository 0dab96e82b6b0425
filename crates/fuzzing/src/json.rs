//! JSON: `JSON.parse` must accept what serde_json accepts, with equal values, and must read back the output of
//! `JSON.stringify` unchanged.

use serde_json::Value;

use crate::host;

/// Parses a text and writes it again; returns null if it is not JSON.
const ROUND_TRIP: &str = r#"(function (text) {
    let value;
    try { value = JSON.parse(text) } catch (error) {
        if (error.name !== "SyntaxError") throw error;
        return null;
    }
    const written = JSON.stringify(value);
    const same = (other, how) => { if (other !== written) throw new Error(how + ": " + other + " and " + written) };
    same(JSON.stringify(JSON.parse(JSON.stringify(value, null, "\t "))), "indented");
    same(JSON.stringify(JSON.parse(text, (key, value) => value)), "revived");
    same(JSON.stringify(JSON.parse(text, (key, value, { source }) => source === undefined ? value : JSON.parse(source))), "sources");
    same(JSON.stringify(value, (key, value) => value), "replaced");
    return written;
})"#;

/// Errors of serde_json for JSON that only JavaScript accepts.
const NARROWER: [&str; 5] =
    ["recursion limit", "number out of range", "lone leading surrogate", "unexpected end of hex escape", "surrogate"];

/// Compares `JSON` with serde_json on one text. Panics unless they agree, but for limits and what serde_json alone refuses.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let answer = host::ask_kept("json", host::builder(), ROUND_TRIP, |engine, round_trip| {
        round_trip.call::<Option<String>>(engine, (&*text,))
    });
    let written = match answer {
        Ok(written) => written,
        Err(error) if error.is_termination() || error.message().contains("call stack") => return,
        Err(error) => panic!("{error}"),
    };
    match (written, serde_json::from_str::<Value>(&text)) {
        (None, Ok(value)) => panic!("refused: {value}"),
        (Some(written), Ok(value)) => {
            let again = serde_json::from_str::<Value>(&written).expect("JSON.stringify writes JSON");
            assert!(is_same(&value, &again), "{value} was read as {again}");
        }
        (Some(_), Err(error)) => {
            let said = error.to_string();
            assert!(NARROWER.iter().any(|message| said.contains(message)), "accepted: {said}");
        }
        (None, Err(_)) => {}
    }
}

/// Compares values. Numbers are doubles in JavaScript.
fn is_same(first: &Value, second: &Value) -> bool {
    match (first, second) {
        (Value::Number(first), Value::Number(second)) => first.as_f64() == second.as_f64(),
        (Value::Array(first), Value::Array(second)) => {
            first.len() == second.len() && first.iter().zip(second).all(|(first, second)| is_same(first, second))
        }
        (Value::Object(first), Value::Object(second)) => {
            let is_there = |(name, value)| second.get(name).is_some_and(|other| is_same(value, other));
            first.len() == second.len() && first.iter().all(is_there)
        }
        (first, second) => first == second,
    }
}
