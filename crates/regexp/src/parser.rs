//! Parser: turns the units of a pattern into its tree, by the grammar of ECMA-262 22.2.1 as Annex B.1.2 extends it.
//!
//! One loop runs over the pattern. Open groups lie on a stack of [`Frame`]s, finished terms and alternatives on two
//! more, so that no nesting is too deep. `escape.rs` reads the text after a backslash, `class.rs` that between
//! brackets, `class_set.rs` the classes of `v`. `strings.rs` makes nodes of classes that contain strings. `plain.rs`
//! tells of most literals just that they are valid.
//!
//! A number after a backslash is a back reference if the *whole* pattern has so many groups, which are counted first.

mod class;
mod class_set;
mod escape;
mod modifiers;
mod name;
mod plain;
mod quantifier;
mod strings;
#[cfg(test)]
mod tests;

use ferrotape_budget::Termination;
use name::{NamedReference, Names, table_of_names};

use crate::canonicalize::Folding;
use crate::character_set::{CharacterRange, CharacterSet, LINE_TERMINATORS};
use crate::flags::Flags;
use crate::meter::Meter;
use crate::tree::{Captures, Node, NodeId, SetId, Tree, TreeBuilder};
use crate::{Error, LONGEST_PATTERN, SyntaxError};

type Parsed<T> = Result<T, Error>;

/// Units among which groups are counted between two checks of the limits. Counting takes about an eighth of the time of
/// parsing, so [`COUNTED_PER_TICK`] units make a tick.
const COUNTED_AT_ONCE: usize = 1 << 12;
const COUNTED_PER_TICK: usize = 8;

/// Parses a pattern. The tree's memory stays charged to the meter.
pub(crate) fn parse(pattern: &[u16], flags: Flags, meter: &mut Meter<'_>) -> Parsed<Tree> {
    let before = meter.charged();
    let Parsing { builder, root, group_count } = read(pattern, flags, meter)?;
    let tree = builder.finish(flags, root, group_count);
    meter.settle(before + tree.memory())?;
    Ok(tree)
}

/// Checks that a pattern is valid. The result is dropped at once, so it is not shrunk. A source may have a hundred
/// thousand patterns, and shrinking leaves fragments that many allocators do not join for the next pattern.
pub(crate) fn check(pattern: &[u16], flags: Flags, meter: &mut Meter<'_>) -> Parsed<()> {
    if plain::is_plain(pattern, flags) {
        return Ok(meter.tick(pattern.len() / 8)?);
    }
    read(pattern, flags, meter).map(|_| ())
}

/// The result of reading a whole pattern.
struct Parsing {
    builder: TreeBuilder,
    root: NodeId,
    group_count: u32,
}

fn read(pattern: &[u16], flags: Flags, meter: &mut Meter<'_>) -> Parsed<Parsing> {
    if pattern.len() > LONGEST_PATTERN {
        let message = format!("the regular expression is too long (more than {LONGEST_PATTERN} code units)");
        return Err(Error::Syntax(SyntaxError { message: message.into(), offset: 0 }));
    }
    Parser::new(pattern, flags, meter)?.pattern()
}

fn error(message: &'static str, offset: usize) -> Error {
    Error::Syntax(SyntaxError { message: message.into(), offset })
}

/// An open group or look-around.
struct Frame {
    kind: FrameKind,
    /// Start of the group in the pattern.
    offset: usize,
    /// Start of its current alternative.
    alternative: usize,
    /// Flags outside of the group.
    flags: Flags,
    /// Number of groups opened before it.
    first_group: u32,
    /// Start of the terms of its current alternative on their stack; `alternatives` is that of its finished
    /// alternatives.
    terms: usize,
    alternatives: usize,
}

#[derive(Copy, Clone)]
enum FrameKind {
    Pattern,
    NonCapturing,
    Capturing(u32),
    Look { behind: bool, negated: bool },
}

struct Parser<'p, 'm> {
    pattern: &'p [u16],
    meter: &'p mut Meter<'m>,
    position: usize,
    /// Current flags: those of the pattern, as modifiers change them.
    flags: Flags,
    /// Number of groups in the whole pattern, group 0 included.
    group_count: u32,
    /// Index of the next group to be opened.
    next_group: u32,
    /// Some group has a name. With `u` and `v`, escapes are read as if that were so.
    has_names: bool,
    names: Names<'p>,
    named_references: Vec<NamedReference<'p>>,
    builder: TreeBuilder,
    frames: Vec<Frame>,
    terms: Vec<NodeId>,
    alternatives: Vec<NodeId>,
    /// Cost of the pattern's sets so far.
    set_work: usize,
    /// Sets of the letters from a to z under `i`, without and with simple case folding.
    letters: [[Option<SetId>; 26]; 2],
}

impl<'p, 'm> Parser<'p, 'm> {
    /// Begins a pattern. Counts its groups first, since escapes depend on their number and on whether any has a name.
    fn new(pattern: &'p [u16], flags: Flags, meter: &'p mut Meter<'m>) -> Parsed<Self> {
        let (group_count, named) = count_groups(pattern, flags.unicode_sets, meter)?;
        let names = table_of_names(named, meter)?;
        Ok(Parser {
            pattern,
            meter,
            position: 0,
            flags,
            group_count,
            next_group: 1,
            has_names: named > 0 || flags.full_unicode(),
            names,
            named_references: Vec::new(),
            builder: TreeBuilder::new(),
            frames: Vec::new(),
            terms: Vec::new(),
            alternatives: Vec::new(),
            set_work: 0,
            letters: [[None; 26]; 2],
        })
    }

    /// Parses the whole Pattern, ECMA-262 22.2.1. Names of references are resolved last, as groups may come later.
    fn pattern(mut self) -> Parsed<Parsing> {
        self.open(FrameKind::Pattern, 0)?;
        while let Some(unit) = self.peek() {
            self.term(unit)?;
        }
        let (frame, node) = self.close()?;
        match frame.kind {
            FrameKind::Pattern => {
                self.resolve_names()?;
                Ok(Parsing { builder: self.builder, root: node, group_count: self.group_count })
            }
            _ => Err(error("unterminated group", frame.offset)),
        }
    }

    /// Parses a Term, ECMA-262 B.1.2, or one of the signs between terms.
    fn term(&mut self, unit: u16) -> Parsed<()> {
        let offset = self.position;
        let first_group = self.next_group;
        self.position += 1;
        self.meter.tick(2)?;
        let node = match u8::try_from(unit).unwrap_or(0) {
            b'|' => {
                return Ok(self.end_alternative()?);
            }
            b'(' => return self.open_group(offset),
            b')' => return self.close_group(offset),
            b'^' => return self.assertion(if self.flags.multiline { Node::LineStart } else { Node::InputStart }),
            b'$' => return self.assertion(if self.flags.multiline { Node::LineEnd } else { Node::InputEnd }),
            b'\\' if self.eat(b'b') => return self.word_boundary(false),
            b'\\' if self.eat(b'B') => return self.word_boundary(true),
            b'\\' => self.atom_escape(offset)?,
            b'.' => self.dot()?,
            b'[' if self.flags.unicode_sets => self.class_set(offset)?,
            b'[' => self.class(offset)?,
            b'*' | b'+' | b'?' => return Err(error("nothing to repeat", offset)),
            b'{' if self.is_braced_quantifier(offset) => return Err(error("nothing to repeat", offset)),
            b'{' if self.is_unicode() => return Err(error("incomplete quantifier", offset)),
            b']' | b'}' if self.is_unicode() => return Err(error("lone quantifier brackets", offset)),
            _ => {
                self.position = offset;
                let character = self.source_character().unwrap_or(unit.into());
                self.character(character)?
            }
        };
        self.quantified(node, first_group)
    }

    fn word_boundary(&mut self, negated: bool) -> Parsed<()> {
        let folded = self.flags.folding() == Folding::Simple;
        self.assertion(Node::WordBoundary { negated, folded })
    }

    /// Returns whether patterns are read as code points, by the strict grammar.
    fn is_unicode(&self) -> bool {
        self.flags.full_unicode()
    }

    /// Adds an assertion that no quantifier may follow.
    fn assertion(&mut self, node: Node) -> Parsed<()> {
        let node = self.add(node)?;
        self.plain(node)
    }

    fn add(&mut self, node: Node) -> Result<NodeId, Termination> {
        self.builder.add(node, self.meter)
    }

    fn dot(&mut self) -> Result<NodeId, Termination> {
        let excluded = if self.flags.dot_all { &[] } else { LINE_TERMINATORS };
        self.set(CharacterSet::of(excluded).complement(self.flags.last_character()))
    }

    /// Adds a character that stands for itself, and under `i` for all equal ones.
    fn character(&mut self, character: u32) -> Result<NodeId, Termination> {
        let folding = self.flags.folding();
        let ascii = u8::try_from(character).ok().filter(u8::is_ascii);
        match ascii {
            _ if folding == Folding::None => self.add(Node::Character(character)),
            Some(letter) if letter.is_ascii_alphabetic() => self.letter(letter, folding),
            Some(_) => self.add(Node::Character(character)),
            None => {
                let closed = folding.close(&[CharacterRange::new(character, character)]);
                self.set(closed)
            }
        }
    }

    /// Adds a letter of ASCII under `i`. Its set is made once for the pattern.
    fn letter(&mut self, letter: u8, folding: Folding) -> Result<NodeId, Termination> {
        let row = usize::from(folding == Folding::Simple);
        let column = usize::from(letter.to_ascii_lowercase() - b'a');
        let id = match self.letters[row][column] {
            Some(id) => id,
            None => {
                let character = u32::from(letter);
                let closed = folding.close(&[CharacterRange::new(character, character)]);
                let id = self.builder.set(closed, self.meter)?;
                self.letters[row][column] = Some(id);
                id
            }
        };
        self.add(Node::Set(id))
    }

    fn set(&mut self, set: CharacterSet) -> Result<NodeId, Termination> {
        if let [CharacterRange { first, last }] = *set.ranges()
            && first == last
        {
            return self.add(Node::Character(first));
        }
        let id = self.builder.set(set, self.meter)?;
        self.add(Node::Set(id))
    }

    fn open(&mut self, kind: FrameKind, offset: usize) -> Result<(), Termination> {
        let (terms, alternatives) = (self.terms.len(), self.alternatives.len());
        let (alternative, flags, first_group) = (self.position, self.flags, self.next_group);
        let frame = Frame { kind, offset, alternative, flags, first_group, terms, alternatives };
        self.meter.push(&mut self.frames, frame)
    }

    /// Opens a group behind its parenthesis: capturing or not, a look-around, or one with modifiers.
    fn open_group(&mut self, offset: usize) -> Parsed<()> {
        let kind = if !self.eat(b'?') {
            FrameKind::Capturing(self.next_group)
        } else if self.eat(b':') {
            FrameKind::NonCapturing
        } else if self.eat(b'=') {
            FrameKind::Look { behind: false, negated: false }
        } else if self.eat(b'!') {
            FrameKind::Look { behind: false, negated: true }
        } else if self.eat(b'<') {
            match self.peek().and_then(|unit| u8::try_from(unit).ok()) {
                Some(sign @ (b'=' | b'!')) => {
                    self.position += 1;
                    FrameKind::Look { behind: true, negated: sign == b'!' }
                }
                _ => {
                    self.define_name(offset)?;
                    FrameKind::Capturing(self.next_group)
                }
            }
        } else {
            let flags = self.modifiers(offset)?;
            self.open(FrameKind::NonCapturing, offset)?;
            self.flags = flags;
            return Ok(());
        };
        self.open(kind, offset)?;
        if let FrameKind::Capturing(index) = kind {
            self.next_group = index + 1;
        }
        Ok(())
    }

    /// Ends a group, which may then be repeated. Only Annex B lets look-aheads be repeated, and look-behinds never are.
    fn close_group(&mut self, offset: usize) -> Parsed<()> {
        if self.frames.len() == 1 {
            return Err(error("unmatched ')'", offset));
        }
        let (Frame { kind, first_group, .. }, node) = self.close()?;
        let node = match kind {
            FrameKind::Pattern | FrameKind::NonCapturing => node,
            FrameKind::Capturing(index) => self.add(Node::Group { index, node })?,
            FrameKind::Look { behind, negated } => {
                let captures = Captures { start: first_group, end: self.next_group };
                let node = Node::Look { behind, negated, node, captures };
                if behind || self.is_unicode() {
                    return self.assertion(node);
                }
                self.add(node)?
            }
        };
        self.quantified(node, first_group)
    }

    /// Ends the innermost frame, and makes a node of its alternatives.
    fn close(&mut self) -> Result<(Frame, NodeId), Termination> {
        self.end_alternative()?;
        let frame = self.frames.pop().expect("the frame of the pattern is closed last");
        self.flags = frame.flags;
        let node = self.builder.alternation(&self.alternatives[frame.alternatives..], self.meter)?;
        self.alternatives.truncate(frame.alternatives);
        Ok((frame, node))
    }

    fn end_alternative(&mut self) -> Result<(), Termination> {
        let position = self.position;
        let start = self.frames.last_mut().map_or(0, |frame| {
            frame.alternative = position;
            frame.terms
        });
        let node = self.builder.sequence(&self.terms[start..], self.meter)?;
        self.terms.truncate(start);
        self.meter.push(&mut self.alternatives, node)
    }

    fn peek(&self) -> Option<u16> {
        self.pattern.get(self.position).copied()
    }

    /// Reads the next character. With `u` or `v`, a surrogate pair is one character.
    fn source_character(&mut self) -> Option<u32> {
        let unit = self.peek()?;
        self.position += 1;
        if self.is_unicode()
            && (0xD800..0xDC00).contains(&unit)
            && let Some(trail @ 0xDC00..0xE000) = self.peek()
        {
            self.position += 1;
            return Some(pair(unit.into(), trail.into()));
        }
        Some(unit.into())
    }

    fn eat(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected.into());
        self.position += usize::from(found);
        found
    }
}

/// Returns the code point of a surrogate pair.
fn pair(lead: u32, trail: u32) -> u32 {
    0x10000 + ((lead & 0x3FF) << 10) + (trail & 0x3FF)
}

/// Returns CountLeftCapturingParensWithin of the whole pattern, ECMA-262 22.2.1.3, plus one for group 0, and how many
/// groups have a name. With `v` classes may be nested.
fn count_groups(pattern: &[u16], are_classes_nested: bool, meter: &mut Meter<'_>) -> Parsed<(u32, usize)> {
    let (mut count, mut named, mut depth) = (1, 0, 0usize);
    let byte = |position: usize| pattern.get(position).and_then(|&unit| u8::try_from(unit).ok());
    let mut position = 0;
    let mut next_tick = 0;
    while position < pattern.len() {
        if position >= next_tick {
            meter.tick((pattern.len() - position).min(COUNTED_AT_ONCE) / COUNTED_PER_TICK)?;
            next_tick = position + COUNTED_AT_ONCE;
        }
        let sign = byte(position);
        position += 1;
        match sign {
            Some(b'\\') => position += 1,
            Some(b'[') => depth = if are_classes_nested { depth + 1 } else { 1 },
            Some(b']') => depth = depth.saturating_sub(1),
            Some(b'(') if depth == 0 => {
                let is_plain = byte(position) != Some(b'?');
                let is_angle = !is_plain && byte(position + 1) == Some(b'<');
                let is_named = is_angle && !matches!(byte(position + 2), Some(b'=' | b'!'));
                count += u32::from(is_plain || is_named);
                named += usize::from(is_named);
            }
            _ => {}
        }
    }
    Ok((count, named))
}
