//! Early errors, and the table of their messages.

use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_text::Span;

/// Why a source text was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub kind: ErrorKind,
    pub message: String,
    /// What is wrong; see `SourceText::position` for line and column.
    pub span: Span,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    Syntax,
    /// The text is nested deeper than the native stack allows: a RangeError for the script.
    TooDeep,
    /// A limit was reached while reading: no exception for the script.
    Terminated(Termination),
}

impl SyntaxError {
    #[cold]
    pub(crate) fn new(message: Message, span: Span) -> Box<Self> {
        let kind = match message {
            Message::TooDeep => ErrorKind::TooDeep,
            Message::Terminated(termination) => ErrorKind::Terminated(termination),
            _ => ErrorKind::Syntax,
        };
        Box::new(SyntaxError { kind, message: message.to_string(), span })
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Result of every parsing function. The error is boxed to keep the results in registers.
pub(crate) type Parsed<T> = Result<T, Box<SyntaxError>>;

/// Declares the messages: a variant with its arguments, and the wording.
macro_rules! messages {
    ($($variant:ident $(($($argument:ident: $type:ty),*))? => $text:literal;)*) => {
        pub(crate) enum Message {
            $($variant $(($($type),*))?,)*
        }

        impl fmt::Display for Message {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Message::$variant $(($($argument),*))? => write!(f, $text),)*
                }
            }
        }
    };
}

messages! {
    SourceTooLong => "the source text is too long";
    TooDeep => "nesting is too deep";
    Terminated(termination: Termination) => "{termination}";
    Unexpected(found: String) => "unexpected {found}";
    UnexpectedEnd => "unexpected end of input";
    Expected(expected: &'static str, found: String) => "expected {expected} but found {found}";
    Unsupported(feature: &'static str) => "{feature} are not supported yet";
    // Tokens.
    InvalidCharacter(character: char) => "invalid character {character:?}";
    UnterminatedComment => "unterminated comment";
    UnterminatedString => "unterminated string literal";
    InvalidPattern(why: String) => "invalid regular expression: {why}";
    UnterminatedRegExp => "unterminated regular expression literal";
    InvalidFlags(flags: String) => "invalid regular expression flags `{flags}`";
    InvalidEscape => "invalid escape sequence";
    InvalidCodePoint => "the code point of an escape sequence is above 10FFFF";
    InvalidIdentifierEscape => "an escape sequence that cannot be part of an identifier";
    EscapedKeyword(word: String) => "the keyword `{word}` must not contain escape sequences";
    MissingDigits => "digits are missing in this number";
    AfterNumber => "a number must not be followed directly by an identifier or a digit";
    // Strict code.
    StrictOctal => "octal literals and decimals with a leading zero are not allowed in strict code";
    StrictOctalEscape => "octal escape sequences are not allowed in strict code";
    StrictReserved(word: String) => "`{word}` is a reserved word in strict code";
    StrictBinding(name: String) => "`{name}` must not be declared in strict code";
    StrictAssignment(name: String) => "`{name}` must not be assigned to in strict code";
    StrictDelete => "a name must not be deleted in strict code";
    StrictWith => "`with` is not allowed in strict code";
    DuplicateParameter(name: String) => "the parameter `{name}` occurs twice in strict code";
    StrictForInInitializer => "the variable of a for-in loop must not have an initializer in strict code";
    // Expressions.
    ReservedWord(word: String) => "`{word}` is a reserved word";
    InvalidAssignmentTarget => "invalid assignment target";
    InvalidUpdateTarget => "invalid operand of `++` or `--`";
    InvalidForInTarget => "invalid target of a for-in loop";
    DuplicateProto => "`__proto__` must not be given twice in one literal";
    GetterParameters => "a getter has no parameters";
    SetterParameters => "a setter has exactly one parameter";
    // Statements and declarations.
    AlreadyDeclared(name: String) => "`{name}` has already been declared";
    FunctionAsBody => "a function can only be declared at top level or in a block";
    LabelledFunction => "a labelled function is not allowed here";
    ForInDeclarations => "a for-in loop must have exactly one variable";
    ReturnOutside => "`return` outside of a function";
    BreakOutside => "`break` outside of a loop or switch";
    ContinueOutside => "`continue` outside of a loop";
    UndefinedLabel(name: String) => "there is no label `{name}` around this statement";
    NotALoop(name: String) => "`{name}` does not label a loop";
    DuplicateLabel(name: String) => "the label `{name}` is already in use";
    DuplicateDefault => "a switch must not have two `default` clauses";
    NewlineAfterThrow => "a line break is not allowed after `throw`";
    TryAlone => "`try` needs a `catch` or a `finally`";
    // Functions made at run time.
    ParametersEnd => "the parameters do not end where they should";
    BodyEnd => "the function body does not end where it should";
}
