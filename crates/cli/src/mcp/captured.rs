//! Output of programs, kept for the answer.

use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::Console;
use ferrotape::console::Level;

/// Most bytes of output that are kept for one call.
const MOST_BYTES: usize = 64 << 10;

/// Output of a program since it was taken last.
#[derive(Clone, Default)]
pub struct Captured(Arc<Mutex<Text>>);

/// Output so far.
#[derive(Default)]
struct Text {
    text: String,
    /// Bytes that there was no room for.
    left_out: usize,
}

impl Captured {
    /// Adds a text. Text beyond the limit is only counted.
    pub fn write(&self, text: &str) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Once something was left out, nothing follows it.
        let room = if kept.left_out > 0 { 0 } else { MOST_BYTES.saturating_sub(kept.text.len()) };
        let end = text.floor_char_boundary(room.min(text.len()));
        kept.text.push_str(&text[..end]);
        kept.left_out += text.len() - end;
    }

    /// Takes what was written.
    pub fn take(&self) -> String {
        let Text { mut text, left_out } = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if left_out > 0 {
            text.push_str(&format!("… and {left_out} bytes more"));
        }
        text
    }
}

impl Console for Captured {
    fn message(&self, level: Level, text: &str) {
        match level {
            Level::Warn => self.write("warning: "),
            Level::Error => self.write("error: "),
            _ => {}
        }
        self.write(text);
        self.write("\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floods_are_cut() {
        let captured = Captured::default();
        captured.write(&"ä".repeat(MOST_BYTES));
        captured.write("end");
        let text = captured.take();
        assert!(text.len() < MOST_BYTES + 100 && text.ends_with("ä… and 65539 bytes more"), "{}", &text[MOST_BYTES..]);
        assert_eq!(captured.take(), "");
    }
}
