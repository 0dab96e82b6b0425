//! Answers to methods: a result, or why there is none.

use serde_json::Value;

/// Refusal of a method: a code of JSON-RPC, and words.
pub struct Refused {
    pub code: i32,
    pub message: String,
}

impl Refused {
    pub fn because(message: impl Into<String>) -> Refused {
        Refused { code: -32000, message: message.into() }
    }

    pub fn wrong_parameters(message: impl Into<String>) -> Refused {
        Refused { code: -32602, message: message.into() }
    }
}

/// Result of a method.
pub type Answer = Result<Value, Refused>;
