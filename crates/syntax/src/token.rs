//! The table of tokens: each token's spelling, class, binding power and role.

use ferrotape_text::Name;

use crate::tree::{BinaryOperator, LogicalOperator};

/// One token. `name`, `number` and `legacy` are only meaningful for the kinds that have them.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    /// A line terminator stands between the previous token and this one.
    pub newline_before: bool,
    /// The token is an identifier with escape sequences.
    pub escaped: bool,
    pub start: u32,
    pub end: u32,
    /// Text of a private name, of a BigInt, or of an identifier that may be a variable; the value of a string.
    pub name: Name,
    pub number: f64,
    /// Offset of something in this string or number that strict code forbids, or [`Token::NO_LEGACY`].
    pub legacy: u32,
}

impl Token {
    pub const NO_LEGACY: u32 = u32::MAX;
}

/// The class of a token's spelling.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Special,
    Literal,
    /// An identifier, including words with a meaning in some places only.
    Identifier,
    /// An identifier in sloppy code, reserved in strict code.
    StrictReserved,
    Reserved,
    Punctuator,
}

/// A token's effect after an operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    None,
    Binary(BinaryOperator),
    Logical(LogicalOperator),
    Assignment(Option<BinaryOperator>),
    LogicalAssignment(LogicalOperator),
}

/// A row of the table of tokens.
struct Row {
    spelling: &'static str,
    class: Class,
    power: u8,
    role: Role,
}

macro_rules! tokens {
    ($($kind:ident $spelling:literal $class:ident $power:literal $role:expr;)*) => {
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum TokenKind {
            $($kind,)*
        }

        const KINDS: &[TokenKind] = &[$(TokenKind::$kind,)*];

        static TABLE: [Row; KINDS.len()] = {
            use BinaryOperator::*;
            use LogicalOperator::*;
            use Role::*;
            [$(Row { spelling: $spelling, class: Class::$class, power: $power, role: $role },)*]
        };

        const SPELLINGS: [(&str, Class); KINDS.len()] = [$(($spelling, Class::$class),)*];
    };
}

// The power is that of a binary operator. Every other token has 0 and ends an operand. All binary operators except `**`
// associate to the left. Assignments and the conditional operator bind weaker than all of them; the parser reads them
// separately.
tokens! {
    EndOfInput              "end of input"      Special         0   None;
    Invalid                 "invalid token"     Special         0   None;
    EscapedKeyword          "escaped keyword"   Special         0   None;

    Number                  "number"            Literal         0   None;
    BigInt                  "BigInt"            Literal         0   None;
    Template                "template string"   Literal         0   None;
    PrivateName             "private name"      Literal         0   None;
    String                  "string literal"    Literal         0   None;
    RegExp                  "regular expression" Literal        0   None;

    Identifier              "identifier"        Identifier      0   None;
    Arguments               "arguments"         Identifier      0   None;
    Async                   "async"             Identifier      0   None;
    Await                   "await"             Identifier      0   None;
    Eval                    "eval"              Identifier      0   None;
    Get                     "get"               Identifier      0   None;
    Of                      "of"                Identifier      0   None;
    Set                     "set"               Identifier      0   None;
    Using                   "using"             Identifier      0   None;

    Implements              "implements"        StrictReserved  0   None;
    Interface               "interface"         StrictReserved  0   None;
    Let                     "let"               StrictReserved  0   None;
    Package                 "package"           StrictReserved  0   None;
    Private                 "private"           StrictReserved  0   None;
    Protected               "protected"         StrictReserved  0   None;
    Public                  "public"            StrictReserved  0   None;
    Static                  "static"            StrictReserved  0   None;
    Yield                   "yield"             StrictReserved  0   None;

    Break                   "break"             Reserved        0   None;
    Case                    "case"              Reserved        0   None;
    Catch                   "catch"             Reserved        0   None;
    Class                   "class"             Reserved        0   None;
    Const                   "const"             Reserved        0   None;
    Continue                "continue"          Reserved        0   None;
    Debugger                "debugger"          Reserved        0   None;
    Default                 "default"           Reserved        0   None;
    Delete                  "delete"            Reserved        0   None;
    Do                      "do"                Reserved        0   None;
    Else                    "else"              Reserved        0   None;
    Enum                    "enum"              Reserved        0   None;
    Export                  "export"            Reserved        0   None;
    Extends                 "extends"           Reserved        0   None;
    False                   "false"             Reserved        0   None;
    Finally                 "finally"           Reserved        0   None;
    For                     "for"               Reserved        0   None;
    Function                "function"          Reserved        0   None;
    If                      "if"                Reserved        0   None;
    Import                  "import"            Reserved        0   None;
    In                      "in"                Reserved        7   Binary(In);
    InstanceOf              "instanceof"        Reserved        7   Binary(InstanceOf);
    New                     "new"               Reserved        0   None;
    Null                    "null"              Reserved        0   None;
    Return                  "return"            Reserved        0   None;
    Super                   "super"             Reserved        0   None;
    Switch                  "switch"            Reserved        0   None;
    This                    "this"              Reserved        0   None;
    Throw                   "throw"             Reserved        0   None;
    True                    "true"              Reserved        0   None;
    Try                     "try"               Reserved        0   None;
    TypeOf                  "typeof"            Reserved        0   None;
    Var                     "var"               Reserved        0   None;
    Void                    "void"              Reserved        0   None;
    While                   "while"             Reserved        0   None;
    With                    "with"              Reserved        0   None;

    LeftBrace               "{"                 Punctuator      0   None;
    RightBrace              "}"                 Punctuator      0   None;
    LeftParen               "("                 Punctuator      0   None;
    RightParen              ")"                 Punctuator      0   None;
    LeftBracket             "["                 Punctuator      0   None;
    RightBracket            "]"                 Punctuator      0   None;
    Dot                     "."                 Punctuator      0   None;
    Ellipsis                "..."               Punctuator      0   None;
    Semicolon               ";"                 Punctuator      0   None;
    Comma                   ","                 Punctuator      0   None;
    Question                "?"                 Punctuator      0   None;
    QuestionDot             "?."                Punctuator      0   None;
    QuestionQuestion        "??"                Punctuator      1   Logical(Coalesce);
    Colon                   ":"                 Punctuator      0   None;
    Arrow                   "=>"                Punctuator      0   None;
    Hash                    "#"                 Punctuator      0   None;
    At                      "@"                 Punctuator      0   None;

    Not                     "!"                 Punctuator      0   None;
    BitNot                  "~"                 Punctuator      0   None;
    PlusPlus                "++"                Punctuator      0   None;
    MinusMinus              "--"                Punctuator      0   None;

    OrOr                    "||"                Punctuator      1   Logical(Or);
    AndAnd                  "&&"                Punctuator      2   Logical(And);
    Or                      "|"                 Punctuator      3   Binary(BitOr);
    Xor                     "^"                 Punctuator      4   Binary(BitXor);
    And                     "&"                 Punctuator      5   Binary(BitAnd);
    Equal                   "=="                Punctuator      6   Binary(Equal);
    NotEqual                "!="                Punctuator      6   Binary(NotEqual);
    StrictEqual             "==="               Punctuator      6   Binary(StrictEqual);
    StrictNotEqual          "!=="               Punctuator      6   Binary(StrictNotEqual);
    Less                    "<"                 Punctuator      7   Binary(Less);
    Greater                 ">"                 Punctuator      7   Binary(Greater);
    LessEqual               "<="                Punctuator      7   Binary(LessEqual);
    GreaterEqual            ">="                Punctuator      7   Binary(GreaterEqual);
    ShiftLeft               "<<"                Punctuator      8   Binary(ShiftLeft);
    ShiftRight              ">>"                Punctuator      8   Binary(ShiftRight);
    ShiftRightUnsigned      ">>>"               Punctuator      8   Binary(ShiftRightUnsigned);
    Plus                    "+"                 Punctuator      9   Binary(Add);
    Minus                   "-"                 Punctuator      9   Binary(Subtract);
    Star                    "*"                 Punctuator      10  Binary(Multiply);
    Slash                   "/"                 Punctuator      10  Binary(Divide);
    Percent                 "%"                 Punctuator      10  Binary(Remainder);
    StarStar                "**"                Punctuator      11  Binary(Exponentiate);

    Assign                  "="                 Punctuator      0   Assignment(Option::None);
    StarAssign              "*="                Punctuator      0   Assignment(Some(Multiply));
    SlashAssign             "/="                Punctuator      0   Assignment(Some(Divide));
    PercentAssign           "%="                Punctuator      0   Assignment(Some(Remainder));
    PlusAssign              "+="                Punctuator      0   Assignment(Some(Add));
    MinusAssign             "-="                Punctuator      0   Assignment(Some(Subtract));
    ShiftLeftAssign         "<<="               Punctuator      0   Assignment(Some(ShiftLeft));
    ShiftRightAssign        ">>="               Punctuator      0   Assignment(Some(ShiftRight));
    ShiftRightUnsignedAssign ">>>="             Punctuator      0   Assignment(Some(ShiftRightUnsigned));
    AndAssign               "&="                Punctuator      0   Assignment(Some(BitAnd));
    XorAssign               "^="                Punctuator      0   Assignment(Some(BitXor));
    OrAssign                "|="                Punctuator      0   Assignment(Some(BitOr));
    StarStarAssign          "**="               Punctuator      0   Assignment(Some(Exponentiate));
    AndAndAssign            "&&="               Punctuator      0   LogicalAssignment(And);
    OrOrAssign              "||="               Punctuator      0   LogicalAssignment(Or);
    QuestionQuestionAssign  "??="               Punctuator      0   LogicalAssignment(Coalesce);
}

impl TokenKind {
    pub fn spelling(self) -> &'static str {
        TABLE[self as usize].spelling
    }

    pub fn class(self) -> Class {
        TABLE[self as usize].class
    }

    /// Returns how strongly this binary operator binds; 0 for every other token.
    pub fn power(self) -> u8 {
        TABLE[self as usize].power
    }

    pub fn role(self) -> Role {
        TABLE[self as usize].role
    }

    /// Returns whether the grammar calls this word an IdentifierName.
    pub fn is_identifier_name(self) -> bool {
        matches!(self.class(), Class::Identifier | Class::StrictReserved | Class::Reserved)
            || self == TokenKind::EscapedKeyword
    }

    /// Returns whether this word can be a variable in sloppy code.
    pub fn is_identifier(self) -> bool {
        matches!(self.class(), Class::Identifier | Class::StrictReserved)
    }
}

/// The power of the weakest binary operator.
pub(crate) const LOWEST_BINARY: u8 = 1;

/// Returns the kind of an identifier name: a keyword, or `Identifier`.
pub(crate) fn word_kind(word: &[u8]) -> TokenKind {
    if !matches!(word.len(), SHORTEST_WORD..=LONGEST_WORD) {
        return TokenKind::Identifier;
    }
    let kind = WORDS.slots[word_slot(word, WORDS.multiplier)];
    if kind.spelling().as_bytes() == word { kind } else { TokenKind::Identifier }
}

const SHORTEST_WORD: usize = 2;
const LONGEST_WORD: usize = 10;
const WORD_SLOT_BITS: u32 = 9;

/// A perfect hash of the table's words, found at compile time.
struct Words {
    multiplier: u32,
    slots: [TokenKind; 1 << WORD_SLOT_BITS],
}

static WORDS: Words = find_words();

const fn word_slot(word: &[u8], multiplier: u32) -> usize {
    let length = word.len();
    let key = u32::from_le_bytes([word[0], word[1], word[length - 1], length as u8]);
    (key.wrapping_mul(multiplier) >> (32 - WORD_SLOT_BITS)) as usize
}

const fn find_words() -> Words {
    let mut multiplier = 0x9E37_79B1;
    loop {
        if let Some(slots) = place_words(multiplier) {
            return Words { multiplier, slots };
        }
        multiplier += 2;
    }
}

/// Fills the slots with the words. None if two words want one slot, so that the multiplier is no good.
const fn place_words(multiplier: u32) -> Option<[TokenKind; 1 << WORD_SLOT_BITS]> {
    let mut slots = [TokenKind::Identifier; 1 << WORD_SLOT_BITS];
    let mut index = 0;
    while index < SPELLINGS.len() {
        let (spelling, class) = SPELLINGS[index];
        let is_word = matches!(class, Class::Identifier | Class::StrictReserved | Class::Reserved);
        if is_word && !matches!(KINDS[index], TokenKind::Identifier) {
            assert!(spelling.len() >= SHORTEST_WORD && spelling.len() <= LONGEST_WORD);
            let slot = word_slot(spelling.as_bytes(), multiplier);
            if !matches!(slots[slot], TokenKind::Identifier) {
                return None;
            }
            slots[slot] = KINDS[index];
        }
        index += 1;
    }
    Some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_is_found_and_nothing_else() {
        for &kind in KINDS {
            if kind.is_identifier_name() && !matches!(kind, TokenKind::Identifier | TokenKind::EscapedKeyword) {
                assert_eq!(word_kind(kind.spelling().as_bytes()), kind);
            }
        }
        for word in ["a", "identifier", "vary", "va", "functions", "Var", "instanceOf", "\u{e9}t"] {
            assert_eq!(word_kind(word.as_bytes()), TokenKind::Identifier, "{word}");
        }
    }

    #[test]
    fn powers_order_the_operators() {
        assert!(TokenKind::Star.power() > TokenKind::Plus.power());
        assert!(TokenKind::AndAnd.power() > TokenKind::OrOr.power());
        assert_eq!(TokenKind::Comma.power(), 0);
    }
}
