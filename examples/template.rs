//! A template tool: `template FILE DATA.json` fills in a template whose `<%= … %>` are expressions and whose `<% … %>` are
//! statements of ECMAScript. Templates may come from anybody: they see only their data, and are limited. Errors in a template
//! are reported with their places.
//!
//! Without arguments it shows what it does on an example.

use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use ferrotape::{AsContext, Engine, Error, Function, Json, Limits, Script};

const EXAMPLE: &str = "Dear <%= name %>,
<% for (const { what, price } of items) { %>  <%= what.padEnd(10) %> <%= price.toFixed(2).padStart(8) %>
<% } %>  <%= 'in all'.padEnd(10) %> <%= items.reduce((sum, item) => sum + item.price, 0).toFixed(2).padStart(8) %>
<% if (items.length > 2) { %>That is a lot.
<% } %>";

const DATA: &str = r#"{ "name": "Ann", "items": [
    { "what": "lamp", "price": 19.5 }, { "what": "chair", "price": 120 }, { "what": "cup", "price": 4.25 }
] }"#;

/// The script that a template is: a function of its data. Each line of the template stays on its line, so that places in errors
/// are right.
fn script_of(template: &str) -> String {
    // Sloppy, as the properties of the data are to be variables.
    let mut script = String::from("(function (data) { const out = []; with (data) {");
    let mut rest = template;
    while let Some(start) = rest.find("<%") {
        push_text(&mut script, &rest[..start]);
        let code = &rest[start + 2..];
        let end = code.find("%>").unwrap_or(code.len());
        match code[..end].strip_prefix('=') {
            Some(expression) => script.push_str(&format!("out.push({expression});")),
            None => script.push_str(&code[..end]),
        }
        rest = code.get(end + 2..).unwrap_or("");
    }
    push_text(&mut script, rest);
    script + "} return out.join(''); })"
}

fn push_text(script: &mut String, text: &str) {
    let escaped = text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    script.push_str(&format!("out.push(`{escaped}`);"));
}

fn fill_in(name: &str, template: &str, data: &str) -> Result<String, Error> {
    let data: serde_json::Value = serde_json::from_str(data).map_err(Error::from_host)?;
    let script = Script::compile(name, &script_of(template))?;
    let mut engine = Engine::untrusted();
    let limits = Limits::new().fuel(1_000_000).time(Duration::from_secs(5)).memory(16 << 20);
    engine.with_limits(&limits, |cx| {
        let function: Function = script.run(cx)?;
        function.call(cx, (Json(&data),))
    })
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [] => example(),
        [template, data] => fs::read_to_string(template)
            .and_then(|text| Ok((text, fs::read_to_string(data)?)))
            .map_err(Error::from_host)
            .and_then(|(text, data)| fill_in(template, &text, &data)),
        _ => Err(Error::new("usage: template FILE DATA.json")),
    };
    match result {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprint!("{}", error.report());
            ExitCode::FAILURE
        }
    }
}

/// The example, and what it says of templates that are wrong.
fn example() -> Result<String, Error> {
    let mut text = fill_in("letter.txt", EXAMPLE, DATA)?;
    for broken in ["Dear\n<%= nmae %>", "<% for (;;) { %>x<% } %>", "Dear <%= name", "<% if (name { %>"] {
        text.push_str("\n---\n");
        match fill_in("broken.txt", broken, DATA) {
            Ok(filled_in) => text.push_str(&filled_in),
            Err(error) => text.push_str(&error.report()),
        }
    }
    Ok(text)
}
