//! Errors as JSON, for programs and language models that read them.

use ferrotape_text::JsonObject;

use super::{Error, ErrorKind, Location, MAX_DEPTH, MAX_TOLD, Note, StackEntry};

impl Error {
    /// Returns everything known about the error as JSON on one line, for programs and language models: the contents
    /// of [`report`](Error::report) as members.
    ///
    /// | member | what it is |
    /// |---|---|
    /// | `kind` | `syntax`, `exception`, `conversion`, `limit`, `saved` or `usage` |
    /// | `limit` | the limit's name, as [`Termination`](crate::Termination) has it; null for other kinds |
    /// | `name`, `message` | the name of an exception, or null; the message, which begins with it |
    /// | `place` | `source`, `line`, `column`, the line's `text`, characters `skipped` before it; null if unknown |
    /// | `notes` | hints, each a `message` and a `place` |
    /// | `stack` | the running functions, innermost first |
    /// | `cause`, `errors` | an error of the same form, or null; those of an AggregateError |
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let error = engine.run("job.js", "const list = [1]\nlist.foreach(n => n)").unwrap_err();
    /// let json = error.to_json();
    /// assert!(json.starts_with(r#"{"kind": "exception", "limit": null, "name": "TypeError""#));
    /// assert!(json.contains(r#""notes": [{"message": "did you mean `forEach`?", "place": null}]"#));
    /// assert!(json.contains(r#""place": {"source": "job.js", "line": 2, "column": 6"#));
    /// ```
    pub fn to_json(&self) -> String {
        Written { left: MAX_TOLD }.error(self, 0)
    }
}

/// The state of writing: how many errors there is room for.
struct Written {
    left: usize,
}

impl Written {
    /// Writes an error with its causes, as far as depth and number allow. Those beyond are left out.
    fn error(&mut self, error: &Error, depth: usize) -> String {
        self.left = self.left.saturating_sub(1);
        let mut object = JsonObject::default();
        object.text("kind", kind(error.kind()));
        object.optional("limit", limit(error.kind()));
        object.optional("name", error.name().map(ferrotape_text::json_string));
        object.text("message", error.message());
        object.optional("place", error.location().map(place));
        object.list("notes", error.notes().iter().map(note));
        object.list("stack", error.stack().iter().map(entry));
        let cause = error.cause().filter(|_| self.has_room(depth)).map(|cause| self.error(cause, depth + 1));
        object.optional("cause", cause);
        let mut errors = Vec::new();
        for error in error.errors() {
            if !self.has_room(depth) {
                break;
            }
            errors.push(self.error(error, depth + 1));
        }
        object.list("errors", errors);
        object.finish()
    }

    fn has_room(&self, depth: usize) -> bool {
        depth < MAX_DEPTH && self.left > 0
    }
}

fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Syntax => "syntax",
        ErrorKind::Exception => "exception",
        ErrorKind::Conversion => "conversion",
        ErrorKind::Termination(_) => "limit",
        ErrorKind::Saved(_) => "saved",
        ErrorKind::Usage => "usage",
    }
}

fn limit(kind: ErrorKind) -> Option<String> {
    match kind {
        ErrorKind::Termination(termination) => Some(ferrotape_text::json_string(&format!("{termination:?}"))),
        _ => None,
    }
}

fn place(location: &Location) -> String {
    let mut object = JsonObject::default();
    object.text("source", &location.source);
    object.number("line", location.line.into());
    object.number("column", location.column.into());
    object.text("text", &location.text);
    object.number("skipped", location.skipped.into());
    object.finish()
}

fn note(note: &Note) -> String {
    let mut object = JsonObject::default();
    object.text("message", &note.message);
    object.optional("place", note.location.as_ref().map(place));
    object.finish()
}

fn entry(entry: &StackEntry) -> String {
    let mut object = JsonObject::default();
    object.text("function", &entry.function);
    object.text("source", &entry.source);
    object.number("line", entry.line.into());
    object.number("column", entry.column.into());
    object.flag("async", entry.is_async);
    object.finish()
}
