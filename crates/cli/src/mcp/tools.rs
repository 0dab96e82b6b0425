//! The tools: their descriptions, their arguments, and their results.

use std::time::Duration;

use serde_json::{Value, json};

use super::job::Outcome;
use crate::options::{Network, Options};

/// Most bytes of a program.
const MOST_CODE: usize = 1 << 20;
/// Most bytes of a session's name.
const MOST_NAME: usize = 100;

/// A call of a tool.
#[derive(PartialEq, Debug)]
pub struct Tool {
    /// Whether the program runs, or is only compiled.
    pub runs: bool,
    pub code: String,
    /// JSON: text, which has no more bytes than its message.
    pub input: Option<String>,
    /// Time that the program may take, if the client wants less than it may.
    pub time: Option<Duration>,
    pub session: Option<String>,
}

impl Tool {
    /// Reads the parameters of a call. The error says what is wrong with them.
    pub fn read(params: &Value) -> Result<Tool, String> {
        let runs = match params["name"].as_str() {
            Some("run") => true,
            Some("check") => false,
            Some(name) => return Err(format!("there is no tool '{name}': there are run and check")),
            None => return Err("a call has the name of a tool".to_owned()),
        };
        let arguments = match &params["arguments"] {
            Value::Object(arguments) => arguments,
            _ => return Err("arguments is an object".to_owned()),
        };
        let known: &[&str] = if runs { &["code", "input", "session", "milliseconds"] } else { &["code"] };
        if let Some(name) = arguments.keys().find(|name| !known.contains(&&***name)) {
            return Err(format!("there is no argument '{name}': there are {}", known.join(", ")));
        }
        let code = arguments.get("code").and_then(Value::as_str).ok_or("code is a string")?.to_owned();
        if code.len() > MOST_CODE {
            return Err(format!("code has at most {MOST_CODE} bytes"));
        }
        let session = match arguments.get("session") {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) if !name.is_empty() && name.len() <= MOST_NAME => Some(name.clone()),
            Some(_) => return Err(format!("session is a string of 1 to {MOST_NAME} bytes")),
        };
        let time = match arguments.get("milliseconds") {
            None | Some(Value::Null) => None,
            Some(time) => Some(Duration::from_millis(time.as_u64().ok_or("milliseconds is a whole number")?)),
        };
        let input = arguments.get("input").filter(|input| !input.is_null()).map(Value::to_string);
        Ok(Tool { runs, code, input, time, session })
    }

    /// Returns the bytes of its texts.
    pub fn size(&self) -> usize {
        self.code.len() + self.input.as_ref().map_or(0, String::len) + self.session.as_ref().map_or(0, String::len)
    }
}

/// Describes the tools, for models.
pub fn described(options: &Options) -> Value {
    let code = json!({ "type": "string", "description": "The program: the body of an async TypeScript function." });
    let run = json!({
        "name": "run",
        "title": "Run TypeScript",
        "description": run_text(options),
        "inputSchema": {
            "type": "object",
            "properties": {
                "code": code,
                "input": { "description": "JSON that the program has as the global `input`." },
                "session": {
                    "type": "string",
                    "description": "A name. Calls with the same name share their globals (globalThis.x = …).",
                },
                "milliseconds": { "type": "integer", "minimum": 0, "description": "Time that the program may take." },
            },
            "required": ["code"],
            "additionalProperties": false,
        },
        "outputSchema": schema_of_results(),
        "annotations": {
            "readOnlyHint": options.permissions.write.is_empty() && options.permissions.network == Network::None,
            "openWorldHint": options.permissions.network != Network::None,
        },
    });
    let check = json!({
        "name": "check",
        "title": "Check TypeScript",
        "description": "Reads and compiles a program for `run`, and runs nothing. Types are not checked.",
        "inputSchema": {
            "type": "object",
            "properties": { "code": code },
            "required": ["code"],
            "additionalProperties": false,
        },
        "outputSchema": schema_of_results(),
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    });
    json!([run, check])
}

/// Tells a model what `run` can do: permissions are named with the functions that use them.
fn run_text(options: &Options) -> String {
    let mut text = "Runs TypeScript in a sandbox. The code is the body of an async function: `await` and `return` stand at its top, \
                    and what it returns is the result. `input` is the JSON of the call. console.log is part of the answer. \
                    There are ECMAScript 2026, timers, URL, TextEncoder, structuredClone and crypto.getRandomValues; there \
                    are no packages, and types are not checked."
        .to_owned();
    let names = |folders: &[std::path::PathBuf]| {
        folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
    };
    let permissions = &options.permissions;
    if !permissions.read.is_empty() {
        text.push_str(&format!(
            " Files can be read below {}: files.readText(path), readBytes(path), list(path), stat(path); and imported, by \
             await import(path).",
            names(&permissions.read)
        ));
    }
    if !permissions.write.is_empty() {
        text.push_str(&format!(
            " Files can be written below {}: files.writeText(path, text), appendText, writeBytes, makeFolder(path), remove(path).",
            names(&permissions.write)
        ));
    }
    match &permissions.network {
        Network::None => text.push_str(" There is no network."),
        Network::Named(hosts) => {
            let hosts: Vec<&str> = hosts.iter().map(|host| &*host.text).collect();
            text.push_str(&format!(" fetch reaches {}.", hosts.join(", ")));
        }
        Network::Public(_) => text.push_str(" fetch reaches hosts with public addresses."),
    }
    text
}

/// Returns the JSON schema of what both tools answer. `result` and `text` exclude each other.
fn schema_of_results() -> Value {
    json!({
        "type": "object",
        "properties": {
            "ok": { "type": "boolean" },
            "result": { "description": "What the program has returned, if that is JSON." },
            "text": { "type": "string", "description": "The returned value, if it is not JSON." },
            "error": { "type": "object", "description": "Kind, message, place, stack and hints." },
            "console": { "type": "string" },
            "fuel": { "type": "integer" },
            "milliseconds": { "type": "number" },
            "session": { "type": "string" },
            "newSession": { "type": "boolean" },
        },
        "required": ["ok", "console", "fuel", "milliseconds"],
    })
}

/// Makes the result of a call. Clients without structured content get the same as text.
pub fn result_of(outcome: Outcome) -> Value {
    let Outcome { result, text, error, console, fuel, time, session } = outcome;
    let is_error = error.is_some();
    let mut content = json!({ "ok": !is_error });
    if let Some(result) = result {
        content["result"] = result;
    }
    if let Some(text) = text {
        content["text"] = text.into();
    }
    if let Some(error) = error {
        content["error"] = error;
    }
    content["console"] = console.into();
    content["fuel"] = fuel.into();
    content["milliseconds"] = json!((time.as_secs_f64() * 1e6).round() / 1e3);
    if let Some((name, is_new)) = session {
        content["session"] = name.into();
        content["newSession"] = is_new.into();
    }
    json!({
        "content": [{ "type": "text", "text": content.to_string() }],
        "structuredContent": content,
        "isError": is_error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_arguments_are_refused() {
        let refused = |params: Value| Tool::read(&params).expect_err("they are wrong");
        assert_eq!(refused(json!({})), "a call has the name of a tool");
        assert_eq!(refused(json!({ "name": "rm" })), "there is no tool 'rm': there are run and check");
        assert_eq!(refused(json!({ "name": "run" })), "arguments is an object");
        assert_eq!(refused(json!({ "name": "run", "arguments": { "code": 1 } })), "code is a string");
        for (name, value) in [("session", json!("")), ("milliseconds", json!(-1)), ("folder", json!("/"))] {
            refused(json!({ "name": "run", "arguments": { "code": "", name: value } }));
        }
        refused(json!({ "name": "check", "arguments": { "code": "", "input": 1 } }));
        refused(json!({ "name": "run", "arguments": { "code": " ".repeat(MOST_CODE + 1) } }));
    }
}
