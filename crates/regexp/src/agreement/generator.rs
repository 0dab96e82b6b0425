//! Generator of small random patterns and texts, full of difficult cases. Patterns are trees here, so that one with an
//! error can be made smaller and remain a pattern.

/// SplitMix64.
pub struct Random(u64);

impl Random {
    /// Makes a generator. Consecutive seeds give very different numbers.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A part of a pattern. Displays as its source text.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(&'static str),
    Sequence(Vec<Piece>),
    /// An alternation, printed without brackets. It stands only directly in one of the three variants below.
    Alternation(Vec<Piece>),
    /// A group, with its opening up to and including `(`, `(?:`, `(?=` …
    Bracket(&'static str, Box<Piece>),
    Repeat(Box<Piece>, String),
}

const CAPTURE: &str = "(";
const PLAIN: &str = "(?:";
const AHEAD: [&str; 2] = ["(?=", "(?!"];

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Piece::Text(text) => f.write_str(text),
            Piece::Sequence(pieces) => pieces.iter().try_for_each(|piece| write!(f, "{piece}")),
            Piece::Alternation(pieces) => pieces.iter().enumerate().try_for_each(|(index, piece)| {
                f.write_str(if index > 0 { "|" } else { "" })?;
                write!(f, "{piece}")
            }),
            Piece::Bracket(open, piece) => write!(f, "{open}{piece})"),
            Piece::Repeat(piece, quantifier) => write!(f, "{piece}{quantifier}"),
        }
    }
}

/// A pattern with a text to try it on.
#[derive(Clone, Debug)]
pub struct Case {
    pub pattern: Piece,
    pub flags: &'static str,
    pub text: Vec<u16>,
    /// Position at which the search starts.
    pub start: usize,
    pub sticky: bool,
}

const ATOMS: &[&str] = &[
    "a", "a", "a", "a", "b", "b", "b", "c", ".", "[ab]", "[^a]", "[a-c]", "\\w", "\\W", "\\s", "\\d", "[^]", "[]",
    "[^b-z]",
];
const ATOMS_OF_CASE: &[&str] =
    &["A", "B", "k", "K", "\u{E9}", "\u{C9}", "[A-B]", "[^k]", "\u{17F}", "s", "\u{3A3}", "\\u03c3"];
const REFERENCES: &[&str] = &["\\1", "\\1", "\\2", "\\3"];
const ASSERTIONS: &[&str] = &["^", "$", "\\b", "\\B", "^", "$"];
const ATOMS_OF_UNICODE: &[&str] = &[
    "\u{1F600}",
    "\u{1F601}",
    "[\u{1F600}b]",
    "[^\u{1F600}]",
    "\\ud83d",
    "\\ude00",
    "\\p{Lu}",
    "\\P{L}",
    "\\w",
    "[\\p{Ll}b]",
    "\u{17F}",
    "(?i:s)",
    "\u{10428}",
];
/// Parts of patterns with an opening: those before fixed units, fixed units, and texts that match these.
const BEFORE: &[&str] = &[
    "(^|[^a])",
    "(|b)",
    "(?:|b|c\\b)",
    "^",
    "\\b",
    "(?=b)",
    "(?!ab)",
    ".?",
    ".",
    "[^]",
    "(a|bc)",
    "(a?b??){2}",
    "(b|)*",
];
const FIXED: &[&str] = &["ab", "abc", "aab", "ba1", "b[bc]a", "abcabcab", "a\\nb", "c b", "1"];
const FIXED_OF_CASE: &[&str] = &["sk", "\u{3C3}b", "k1S", "\u{E9}s"];
const FIXED_OF_UNICODE: &[&str] = &["\u{1F600}b", "b\u{1F601}", "[a\u{1F600}]b", "[^a]b", "\\ude00b", "\\ud83da"];
const PLANTED: &[&str] =
    &["ab", "abc", "aab", "ba1", "bba", "bca", "abcabcab", "a\nb", "c b", "1", "SK", "\u{3A3}B", "K1s", "\u{C9}S"];
const PLANTED_OF_UNICODE: &[&str] = &["\u{1F600}b", "b\u{1F601}", "\u{212A}1\u{17F}", "\u{10428}b"];
const QUANTIFIERS: &[&str] =
    &["*", "+", "?", "*", "+", "{0}", "{1}", "{2}", "{0,1}", "{0,2}", "{1,2}", "{1,3}", "{2,3}"];
const OPEN_QUANTIFIERS: &[&str] = &["{0,}", "{1,}", "{2,}", "{2,4294967296}"];
const UNITS: &[char] = &['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', '1', ' ', '\n'];
const UNITS_OF_CASE: &[char] =
    &['A', 'B', 'k', 'K', '\u{212A}', '\u{E9}', '\u{C9}', '\u{17F}', 's', 'S', '\u{3A3}', '\u{3C2}', '\u{3C3}', '_'];

const UNITS_OF_UNICODE: &[u16] =
    &[0xD83D, 0xDE00, 0xDE01, 0xD83D, 0xDE00, 0x17F, 0x73, 0x212A, 0x6B, 0xD801, 0xDC28, 0xDC00];

/// Makes a case.
pub fn case(random: &mut Random) -> Case {
    let flags = random.pick(&["", "", "", "", "i", "m", "im", "u", "iu", "v", "iv"]);
    let with_unicode = flags.contains(['u', 'v']);
    let with_case = flags.contains('i') && random.one_in(2);
    let with_references = random.one_in(6);
    let mut fuel = 2 + random.below(12);
    let with_opening = random.one_in(4);
    let mut generator = Generator { random, with_case, with_references, with_unicode };
    let pattern = match with_opening {
        true => generator.opening(&mut fuel),
        false => generator.alternation(&mut fuel, 0),
    };
    let length = if random.one_in(12) { random.below(40) } else { random.below(9) };
    let text: String = (0..length)
        .map(|_| match with_case && random.one_in(3) {
            true => random.pick(UNITS_OF_CASE),
            false => random.pick(UNITS),
        })
        .collect();
    let mut text: Vec<u16> = text.encode_utf16().collect();
    if with_unicode {
        for unit in &mut text {
            if random.one_in(2) {
                *unit = random.pick(UNITS_OF_UNICODE);
            }
        }
    }
    for _ in 0..if with_opening { 1 + random.below(3) } else { 0 } {
        let place = random.below(text.len() + 1);
        let planted = if with_unicode && random.one_in(2) { PLANTED_OF_UNICODE } else { PLANTED };
        text.splice(place..place, random.pick(planted).encode_utf16());
    }
    let start = if random.one_in(4) { random.below(text.len() + 1) } else { 0 };
    Case { pattern, flags, text, start, sticky: random.one_in(6) }
}

/// Makes cases at random.
struct Generator<'r> {
    random: &'r mut Random,
    with_case: bool,
    with_references: bool,
    with_unicode: bool,
}

impl Generator<'_> {
    /// Generates an alternation. Each atom and each bracket takes one of the fuel.
    fn alternation(&mut self, fuel: &mut usize, depth: usize) -> Piece {
        let many = if self.random.one_in(8) { 6 } else { 2 };
        let count = if self.random.one_in(3) { 2 + self.random.below(many) } else { 1 };
        match count {
            1 => self.sequence(fuel, depth),
            _ => Piece::Alternation((0..count).map(|_| self.sequence(fuel, depth)).collect()),
        }
    }

    /// Generates a pattern whose first places are known.
    fn opening(&mut self, fuel: &mut usize) -> Piece {
        let mut pieces = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            pieces.push(Piece::Text(self.random.pick(BEFORE)));
            let fixed = match self.random.below(3) {
                0 if self.with_case => FIXED_OF_CASE,
                0 | 1 if self.with_unicode => FIXED_OF_UNICODE,
                _ => FIXED,
            };
            pieces.push(Piece::Text(self.random.pick(fixed)));
        }
        pieces.push(Piece::Bracket(PLAIN, Box::new(self.alternation(fuel, 1))));
        Piece::Sequence(pieces)
    }

    fn sequence(&mut self, fuel: &mut usize, depth: usize) -> Piece {
        let most = if depth == 0 { 5 } else { 3 };
        let count = if self.random.one_in(8) { 0 } else { 1 + self.random.below(most) };
        let count = count.min(*fuel);
        Piece::Sequence((0..count).map(|_| self.term(fuel, depth)).collect())
    }

    /// Returns an assertion, or an atom that is perhaps repeated. `fuel` bounds the terms of the whole pattern.
    fn term(&mut self, fuel: &mut usize, depth: usize) -> Piece {
        *fuel = fuel.saturating_sub(1);
        let kind = self.random.below(20);
        if kind < 2 {
            return Piece::Text(self.random.pick(ASSERTIONS));
        }
        let atom = match kind {
            2..11 if depth < 7 && *fuel > 0 => {
                let open = match self.random.below(8) {
                    0..4 => CAPTURE,
                    4..6 => PLAIN,
                    _ => self.random.pick(&AHEAD),
                };
                Piece::Bracket(open, Box::new(self.alternation(fuel, depth + 1)))
            }
            _ if self.with_references && self.random.one_in(3) => Piece::Text(self.random.pick(REFERENCES)),
            _ if self.with_unicode && self.random.one_in(2) => Piece::Text(self.random.pick(ATOMS_OF_UNICODE)),
            _ if self.with_case && self.random.one_in(2) => Piece::Text(self.random.pick(ATOMS_OF_CASE)),
            _ => Piece::Text(self.random.pick(ATOMS)),
        };
        let is_bracket = matches!(atom, Piece::Bracket(..));
        if self.random.below(10) < if is_bracket { 7 } else { 3 } { self.repeat(atom) } else { atom }
    }

    fn repeat(&mut self, piece: Piece) -> Piece {
        let quantifiers = if self.random.one_in(6) { OPEN_QUANTIFIERS } else { QUANTIFIERS };
        let lazy = if self.random.one_in(3) { "?" } else { "" };
        Piece::Repeat(Box::new(piece), format!("{}{lazy}", self.random.pick(quantifiers)))
    }
}

impl Case {
    /// Returns cases that are a little smaller, the smallest first.
    pub fn smaller(&self) -> Vec<Case> {
        let with_text = |text: Vec<u16>| Case { start: self.start.min(text.len()), text, ..self.clone() };
        let patterns = self.pattern.smaller().into_iter().map(|pattern| Case { pattern, ..self.clone() });
        let mut cases: Vec<Case> = patterns.collect();
        cases.extend((0..self.text.len()).map(|index| {
            let mut text = self.text.clone();
            text.remove(index);
            with_text(text)
        }));
        if self.start > 0 {
            cases.push(Case { start: 0, ..self.clone() });
        }
        if self.sticky {
            cases.push(Case { sticky: false, ..self.clone() });
        }
        if !self.flags.is_empty() {
            cases.push(Case { flags: "", ..self.clone() });
        }
        cases
    }
}

impl Piece {
    /// Returns pieces that are a step smaller, to shrink a case that fails.
    fn smaller(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        match self {
            Piece::Text("a") => {}
            Piece::Text(_) => pieces.push(Piece::Text("a")),
            Piece::Sequence(parts) | Piece::Alternation(parts) => {
                let like = |parts| match self {
                    Piece::Sequence(_) => Piece::Sequence(parts),
                    _ => Piece::Alternation(parts),
                };
                for (index, part) in parts.iter().enumerate() {
                    let mut fewer = parts.clone();
                    fewer.remove(index);
                    pieces.push(like(fewer));
                    pieces.extend(part.smaller().into_iter().map(|smaller| {
                        let mut parts = parts.clone();
                        parts[index] = smaller;
                        like(parts)
                    }));
                }
            }
            Piece::Bracket(open, piece) => {
                if !matches!(**piece, Piece::Alternation(_)) {
                    pieces.push((**piece).clone());
                }
                if *open != PLAIN {
                    pieces.push(Piece::Bracket(PLAIN, piece.clone()));
                }
                pieces.extend(piece.smaller().into_iter().map(|smaller| Piece::Bracket(open, Box::new(smaller))));
            }
            Piece::Repeat(piece, quantifier) => {
                pieces.push((**piece).clone());
                for simpler in ["*", "+", "?", "{2}"] {
                    if quantifier.len() > simpler.len() {
                        pieces.push(Piece::Repeat(piece.clone(), simpler.to_owned()));
                    }
                }
                let smaller = piece.smaller().into_iter().filter(Piece::is_atom);
                pieces.extend(smaller.map(|smaller| Piece::Repeat(Box::new(smaller), quantifier.clone())));
            }
        }
        pieces
    }

    /// Returns whether a quantifier may follow.
    fn is_atom(&self) -> bool {
        match self {
            Piece::Text(text) => !ASSERTIONS.contains(text),
            Piece::Bracket(..) => true,
            _ => false,
        }
    }
}
