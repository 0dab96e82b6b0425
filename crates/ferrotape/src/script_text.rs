//! What may be given as the text of a script.

/// Text to be run: a `String` is kept as it is, whatever is borrowed is copied. Both count against the memory limit.
pub trait ScriptText {
    /// Bytes that the engine will keep.
    fn bytes(&self) -> usize;

    fn into_string(self) -> String;
}

impl ScriptText for String {
    fn bytes(&self) -> usize {
        self.len()
    }

    fn into_string(self) -> String {
        self
    }
}

impl<T: AsRef<str> + ?Sized> ScriptText for &T {
    fn bytes(&self) -> usize {
        self.as_ref().len()
    }

    fn into_string(self) -> String {
        self.as_ref().to_owned()
    }
}
