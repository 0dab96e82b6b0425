//! The basic URL parser, URL 4.4. Each state that reads a part of a URL to its end is a function that gets the rest of the text.
//!
//! ```text
//! scheme ──> authority ──> host, port ──> path ──> query ──> fragment
//!       ├──> file ──> file host ───────────┘
//!       ├──> relative (to the base URL) ───┘
//!       └──> opaque path
//! ```
//!
//! The setters of URL begin with one of these parts: they are in `setters`.

use std::borrow::Cow;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::heap::Heap;

use super::encode_sets::{EncodeSet, append, copied, encode, find};
use super::host;
use super::record::{Record, special_scheme};

/// Reason for which there is no URL.
pub(super) enum Failure {
    /// The text is none.
    Invalid,
    Stopped(Termination),
}

pub(super) type Parsed<T> = Result<T, Failure>;

impl From<Termination> for Failure {
    fn from(termination: Termination) -> Self {
        Failure::Stopped(termination)
    }
}

/// Parses a text, which is UTF-8.
pub(super) fn parse(heap: &mut Heap, text: &[u8], base: Option<&Record>) -> Parsed<Record> {
    let is_trimmed = |byte: &u8| *byte <= b' ';
    let start = find(heap, text, |byte| !is_trimmed(&byte))?;
    let mut text = text.get(start..).unwrap_or_default();
    while let Some((_, before)) = text.split_last().filter(|(last, _)| is_trimmed(last)) {
        heap.work(1)?;
        text = before;
    }
    let text = without_tabs(heap, text)?;
    let mut parser = Parser { heap, url: Record::default() };
    parser.begin(&text, base)?;
    Ok(parser.url.fitted())
}

/// Removes tabs and newlines.
pub(super) fn without_tabs<'a>(heap: &mut Heap, text: &'a [u8]) -> Result<Cow<'a, [u8]>, Termination> {
    let is_removed = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r');
    if find(heap, text, is_removed)? == text.len() {
        return Ok(Cow::Borrowed(text));
    }
    let mut kept = Vec::new();
    heap.lend_room(&mut kept, text.len())?;
    heap.work(text.len() as u64 / UNITS_PER_TICK)?;
    kept.extend(text.iter().copied().filter(|&byte| !is_removed(byte)));
    Ok(Cow::Owned(kept))
}

/// A scheme, and the text behind its colon.
type Split<'a> = (&'a [u8], &'a [u8]);

/// Splits a text at the colon behind its scheme.
pub(super) fn split_scheme<'a>(heap: &mut Heap, text: &'a [u8]) -> Result<Option<Split<'a>>, Termination> {
    let is_of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return Ok(None);
    }
    let end = find(heap, text, |byte| !is_of_scheme(byte))?;
    let (scheme, rest) = text.split_at(end);
    Ok(rest.strip_prefix(b":").map(|rest| (scheme, rest)))
}

/// A Windows drive letter.
fn is_drive_letter(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Starts with a Windows drive letter.
fn starts_with_drive_letter(text: &[u8]) -> bool {
    text.get(..2).is_some_and(is_drive_letter) && text.get(2).is_none_or(|next| b"/\\?#".contains(next))
}

/// Returns the first segment of a path, if it is a normalized Windows drive letter.
fn drive_of(path: &[u8]) -> Option<&[u8]> {
    let drive = path.get(1..3)?;
    let is_whole = path.get(3).is_none_or(|&next| next == b'/');
    (is_whole && is_drive_letter(drive) && drive[1] == b':').then_some(drive)
}

/// Counts the dots of a segment that is nothing else.
fn dots(mut segment: &[u8]) -> Option<u32> {
    let mut count = 0;
    while !segment.is_empty() && count < 3 {
        segment = match segment {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return None,
        };
        count += 1;
    }
    Some(count).filter(|count| (1..=2).contains(count))
}

/// A URL that is being made.
pub(super) struct Parser<'a> {
    pub(super) heap: &'a mut Heap,
    pub(super) url: Record,
}

impl Parser<'_> {
    /// The states for the scheme, and no scheme.
    fn begin(&mut self, text: &[u8], base: Option<&Record>) -> Parsed<()> {
        let Some((scheme, rest)) = split_scheme(self.heap, text)? else {
            return self.without_scheme(text, base.ok_or(Failure::Invalid)?);
        };
        self.url.scheme = copied(self.heap, scheme)?;
        self.url.scheme.make_ascii_lowercase();
        if self.url.is_file() {
            return self.file(rest, base.filter(|base| base.is_file()));
        }
        if self.url.is_special() {
            return match base.filter(|base| base.scheme == self.url.scheme && !rest.starts_with(b"//")) {
                Some(base) => self.relative(rest, base),
                None => self.authority_behind_slashes(rest),
            };
        }
        match rest {
            [b'/', b'/', rest @ ..] => self.authority(rest),
            [b'/', rest @ ..] => self.path(rest, false),
            rest => self.opaque_path(rest),
        }
    }

    /// The no scheme state. Against a base with an opaque path, only a fragment is a URL.
    fn without_scheme(&mut self, text: &[u8], base: &Record) -> Parsed<()> {
        if base.has_opaque_path {
            let fragment = text.strip_prefix(b"#").ok_or(Failure::Invalid)?;
            self.url = base.copied(self.heap)?;
            return self.fragment(fragment);
        }
        if base.is_file() {
            return self.file(text, Some(base));
        }
        self.url.scheme = copied(self.heap, &base.scheme)?;
        self.relative(text, base)
    }

    fn is_slash(&self, byte: Option<&u8>) -> bool {
        byte == Some(&b'/') || byte == Some(&b'\\') && self.url.is_special()
    }

    /// The states relative, and relative slash.
    fn relative(&mut self, text: &[u8], base: &Record) -> Parsed<()> {
        let scheme = std::mem::take(&mut self.url.scheme);
        self.url = Record { scheme, fragment: None, ..base.copied(self.heap)? };
        if !self.is_slash(text.first()) {
            return self.behind_path_of_base(text, false);
        }
        let rest = text.get(1..).unwrap_or_default();
        if self.is_slash(rest.first()) {
            self.url = Record { scheme: std::mem::take(&mut self.url.scheme), ..Record::default() };
            return if self.url.is_special() {
                self.authority_behind_slashes(rest)
            } else {
                self.authority(&rest[1..])
            };
        }
        (self.url.path, self.url.query) = (Vec::new(), None);
        self.path(rest, false)
    }

    /// Goes on where all of the base URL but its fragment was copied.
    fn behind_path_of_base(&mut self, text: &[u8], is_new_path: bool) -> Parsed<()> {
        match text {
            [] => Ok(()),
            [b'?', rest @ ..] => self.query_and_fragment(rest),
            [b'#', rest @ ..] => self.fragment(rest),
            text => {
                self.url.query = None;
                if is_new_path {
                    self.url.path.clear();
                } else {
                    self.shorten_path();
                }
                self.path(text, false)
            }
        }
    }

    /// The states special authority slashes, and special authority ignore slashes.
    fn authority_behind_slashes(&mut self, text: &[u8]) -> Parsed<()> {
        let start = find(self.heap, text, |byte| byte != b'/' && byte != b'\\')?;
        self.authority(&text[start..])
    }

    /// The place where an authority ends.
    pub(super) fn end_of_authority(&mut self, text: &[u8]) -> Result<usize, Termination> {
        let is_special = self.url.is_special();
        find(self.heap, text, |byte| matches!(byte, b'/' | b'?' | b'#') || is_special && byte == b'\\')
    }

    /// The authority state, up to the port. All before the last `@` is credentials, which must have a host behind
    /// them.
    fn authority(&mut self, text: &[u8]) -> Parsed<()> {
        let end = self.end_of_authority(text)?;
        let (mut authority, rest) = text.split_at(end);
        self.heap.work(authority.len() as u64 / UNITS_PER_TICK)?;
        if let Some(at) = authority.iter().rposition(|&byte| byte == b'@') {
            let credentials = &authority[..at];
            authority = &authority[at + 1..];
            if authority.is_empty() {
                return Err(Failure::Invalid);
            }
            let colon = find(self.heap, credentials, |byte| byte == b':')?;
            encode(self.heap, &mut self.url.username, &credentials[..colon], EncodeSet::USERINFO)?;
            if let Some(password) = credentials.get(colon + 1..) {
                encode(self.heap, &mut self.url.password, password, EncodeSet::USERINFO)?;
            }
        }
        let colon = self.colon_before_port(authority)?;
        self.host(&authority[..colon])?;
        if let Some(digits) = authority.get(colon + 1..) {
            // A port needs a host also where an empty one is one.
            if colon == 0 || !digits.iter().all(u8::is_ascii_digit) {
                return Err(Failure::Invalid);
            }
            self.port(digits)?;
        }
        self.path_start(rest)
    }

    /// The place of the colon behind the host, or the length.
    pub(super) fn colon_before_port(&mut self, text: &[u8]) -> Result<usize, Termination> {
        let mut in_brackets = false;
        self.heap.work(text.len() as u64 / UNITS_PER_TICK)?;
        let colon = text.iter().position(|&byte| {
            match byte {
                b'[' => in_brackets = true,
                b']' => in_brackets = false,
                _ => {}
            }
            byte == b':' && !in_brackets
        });
        Ok(colon.unwrap_or(text.len()))
    }

    /// The host state, of all that is the host.
    pub(super) fn host(&mut self, text: &[u8]) -> Parsed<()> {
        let is_special = self.url.is_special();
        if is_special && text.is_empty() {
            return Err(Failure::Invalid);
        }
        self.url.host = Some(host::parse(self.heap, text, !is_special)?);
        Ok(())
    }

    /// The port state, of digits only.
    pub(super) fn port(&mut self, digits: &[u8]) -> Parsed<()> {
        self.heap.work(digits.len() as u64 / UNITS_PER_TICK)?;
        if digits.is_empty() {
            return Ok(());
        }
        let add = |port: u16, digit: &u8| port.checked_mul(10)?.checked_add(u16::from(digit - b'0'));
        let port = digits.iter().try_fold(0, add).ok_or(Failure::Invalid)?;
        self.url.set_port(port);
        Ok(())
    }

    /// The state file, and file slash.
    fn file(&mut self, text: &[u8], base: Option<&Record>) -> Parsed<()> {
        self.url.scheme = copied(self.heap, b"file")?;
        self.url.host = Some(Vec::new());
        let slash = text.strip_prefix(b"/").or_else(|| text.strip_prefix(b"\\"));
        let Some(rest) = slash else {
            let Some(base) = base else { return self.path(text, false) };
            self.url = Record { fragment: None, ..base.copied(self.heap)? };
            return self.behind_path_of_base(text, starts_with_drive_letter(text));
        };
        if self.is_slash(rest.first()) {
            return self.file_host(&rest[1..]);
        }
        if let Some(base) = base {
            self.url.host = base.host.as_deref().map(|host| copied(self.heap, host)).transpose()?;
            if let Some(drive) = drive_of(&base.path)
                && !starts_with_drive_letter(rest)
            {
                append(self.heap, &mut self.url.path, &[b'/', drive[0], drive[1]])?;
            }
        }
        self.path(rest, false)
    }

    fn file_host(&mut self, text: &[u8]) -> Parsed<()> {
        let end = self.end_of_authority(text)?;
        if is_drive_letter(&text[..end]) {
            return self.path(text, false);
        }
        self.host_of_file(&text[..end])?;
        self.path_start(&text[end..])
    }

    /// The file host state, of all that is the host.
    pub(super) fn host_of_file(&mut self, text: &[u8]) -> Parsed<()> {
        let host = if text.is_empty() { Vec::new() } else { host::parse(self.heap, text, false)? };
        self.url.host = Some(if host == b"localhost" { Vec::new() } else { host });
        Ok(())
    }

    fn path_start(&mut self, text: &[u8]) -> Parsed<()> {
        match text {
            [] if !self.url.is_special() => Ok(()),
            [b'?' | b'#', ..] if !self.url.is_special() => self.query_and_fragment_of(text),
            _ => {
                let rest = if self.is_slash(text.first()) { &text[1..] } else { text };
                self.path(rest, false)
            }
        }
    }

    /// The path state. `is_all` where a question mark and a number sign are part of the path.
    pub(super) fn path(&mut self, mut text: &[u8], is_all: bool) -> Parsed<()> {
        let is_special = self.url.is_special();
        let is_end = |byte: u8| match byte {
            b'/' => true,
            b'\\' => is_special,
            b'?' | b'#' => !is_all,
            _ => false,
        };
        loop {
            self.heap.work(1)?;
            let end = find(self.heap, text, is_end)?;
            let (segment, rest) = text.split_at(end);
            let has_slash = self.is_slash(rest.first());
            self.segment(segment, has_slash)?;
            if !has_slash {
                return self.query_and_fragment_of(rest);
            }
            text = &rest[1..];
        }
    }

    /// Appends a segment of the path, or follows its dots. `has_slash` tells that another segment comes.
    fn segment(&mut self, segment: &[u8], has_slash: bool) -> Parsed<()> {
        match dots(segment) {
            Some(dots) => {
                if dots == 2 {
                    self.shorten_path();
                }
                if !has_slash {
                    append(self.heap, &mut self.url.path, b"/")?;
                }
            }
            None => {
                let is_first = self.url.path.is_empty();
                append(self.heap, &mut self.url.path, b"/")?;
                if is_first && self.url.is_file() && is_drive_letter(segment) {
                    append(self.heap, &mut self.url.path, &[segment[0], b':'])?;
                } else {
                    encode(self.heap, &mut self.url.path, segment, EncodeSet::PATH)?;
                }
            }
        }
        Ok(())
    }

    /// Shorten a URL's path.
    fn shorten_path(&mut self) {
        let path = &mut self.url.path;
        // Each slash is looked at once for each segment that it begins.
        let last = path.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        self.heap.budget.work_later((path.len() - last) as u64 / UNITS_PER_TICK);
        if last == 0 && self.url.scheme == b"file" && path.len() == 3 && drive_of(path).is_some() {
            return;
        }
        path.truncate(last);
    }

    /// The opaque path state.
    pub(super) fn opaque_path(&mut self, text: &[u8]) -> Parsed<()> {
        self.url.has_opaque_path = true;
        let end = find(self.heap, text, |byte| matches!(byte, b'?' | b'#'))?;
        let (path, rest) = text.split_at(end);
        match path.strip_suffix(b" ").filter(|_| !rest.is_empty()) {
            Some(path) => {
                encode(self.heap, &mut self.url.path, path, EncodeSet::C0_CONTROL)?;
                append(self.heap, &mut self.url.path, b"%20")?;
            }
            None => encode(self.heap, &mut self.url.path, path, EncodeSet::C0_CONTROL)?,
        }
        self.query_and_fragment_of(rest)
    }

    /// Reads what is behind a path, with the mark before it.
    fn query_and_fragment_of(&mut self, text: &[u8]) -> Parsed<()> {
        match text {
            [b'?', rest @ ..] => self.query_and_fragment(rest),
            [b'#', rest @ ..] => self.fragment(rest),
            _ => Ok(()),
        }
    }

    fn query_and_fragment(&mut self, text: &[u8]) -> Parsed<()> {
        let end = find(self.heap, text, |byte| byte == b'#')?;
        self.query(&text[..end])?;
        match text.get(end + 1..) {
            Some(fragment) => self.fragment(fragment),
            None => Ok(()),
        }
    }

    /// The query state.
    pub(super) fn query(&mut self, text: &[u8]) -> Parsed<()> {
        let is_special = special_scheme(&self.url.scheme).is_some();
        let set = if is_special { EncodeSet::SPECIAL_QUERY } else { EncodeSet::QUERY };
        let mut query = Vec::new();
        encode(self.heap, &mut query, text, set)?;
        self.url.query = Some(query);
        Ok(())
    }

    /// The fragment state.
    pub(super) fn fragment(&mut self, text: &[u8]) -> Parsed<()> {
        let mut fragment = Vec::new();
        encode(self.heap, &mut fragment, text, EncodeSet::FRAGMENT)?;
        self.url.fragment = Some(fragment);
        Ok(())
    }
}
