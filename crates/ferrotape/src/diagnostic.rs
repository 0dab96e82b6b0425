//! Errors as diagnostics of `miette`. Needs the feature `miette`.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::error::Location;
use crate::{Error, ErrorKind};

/// ```
/// use ferrotape::Engine;
/// use miette::Diagnostic;
///
/// let error = Engine::new().run("rules.js", "let a = 1;\nnull.x").unwrap_err();
/// assert_eq!(error.code().unwrap().to_string(), "TypeError");
/// let label = error.labels().unwrap().next().unwrap();
/// let source = error.source_code().unwrap().read_span(label.inner(), 0, 0).unwrap();
/// assert_eq!((source.name(), source.line()), (Some("rules.js"), 1));
/// assert_eq!(source.data(), b"null.x");
/// ```
impl Diagnostic for Error {
    /// Returns the name of the error, or `limit` if a limit ended the run.
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        match (self.name(), self.kind()) {
            (Some(name), _) => Some(Box::new(name)),
            (None, ErrorKind::Termination(_)) => Some(Box::new("limit")),
            (None, _) => None,
        }
    }

    /// Returns the running functions, if there was more than one.
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        match self.stack() {
            [] | [_] => None,
            _ => Some(Box::new(self.stack_text())),
        }
    }

    /// Returns the line of the place.
    fn source_code(&self) -> Option<&dyn SourceCode> {
        let location = self.location().filter(|location| !location.text.is_empty())?;
        Some(location)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let location = self.location().filter(|location| !location.text.is_empty())?;
        let label = LabeledSpan::underline(location.place());
        Some(Box::new(std::iter::once(label)))
    }

    /// Returns the errors of an AggregateError.
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let errors = self.errors();
        (!errors.is_empty()).then(|| Box::new(errors.iter().map(|error| error as &dyn Diagnostic)) as _)
    }

    fn diagnostic_source(&self) -> Option<&dyn Diagnostic> {
        self.cause().map(|cause| cause as _)
    }
}

impl Location {
    /// Returns the marked characters from the column on, as bytes of the excerpt.
    fn place(&self) -> SourceSpan {
        let before = self.column.saturating_sub(1).saturating_sub(self.skipped) as usize;
        let start = self.text.char_indices().nth(before).map_or(self.text.len(), |(at, _)| at);
        let characters = self.text[start..].chars().take(self.width.max(1) as usize);
        SourceSpan::new(start.into(), characters.map(char::len_utf8).sum())
    }
}

/// The source contains only the one line.
impl SourceCode for Location {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        if span.offset().saturating_add(span.len()) > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line = self.line.saturating_sub(1) as usize;
        let whole = SourceSpan::new(0.into(), self.text.len());
        let contents = MietteSpanContents::new_named(
            self.source.clone(),
            self.text.as_bytes(),
            whole,
            line,
            self.skipped as usize,
            1,
        );
        Ok(Box::new(contents))
    }
}
