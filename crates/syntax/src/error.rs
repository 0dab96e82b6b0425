//! Early errors, and the table of their messages.

use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_text::{Note, Position, Span};

/// The reason why source text gave no tree or no code. Everything that reads source text returns it, up to the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    pub kind: SourceErrorKind,
    pub message: String,
    /// The wrong part of the text. `SourceText::position` gives line and column.
    pub span: Span,
    /// The text ends in the middle of something: more text could make it valid.
    pub is_unfinished: bool,
    /// The innermost bracket around it has been looked at: those further out explain nothing.
    pub is_in_bracket: bool,
    /// Further hints.
    pub notes: Vec<Note>,
}

/// The causes of a [`SourceError`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SourceErrorKind {
    /// The text breaks a rule of the language. The script sees a SyntaxError.
    Syntax,
    /// The text exceeds a limit of this engine: nesting or the size of a function. The script sees a RangeError.
    Limit,
    /// A limit of the run was reached while parsing or compiling. The script sees no exception.
    Terminated(Termination),
}

impl From<Termination> for SourceError {
    /// Makes an error without a position.
    fn from(termination: Termination) -> Self {
        SourceError::of_code(SourceErrorKind::Terminated(termination), termination.to_string(), Span::default())
    }
}

impl SourceError {
    /// Makes an error of correct source text that cannot be compiled.
    pub fn of_code(kind: SourceErrorKind, message: impl Into<String>, span: Span) -> Self {
        let (is_unfinished, is_in_bracket) = (false, false);
        SourceError { kind, message: message.into(), span, is_unfinished, is_in_bracket, notes: Vec::new() }
    }

    /// Makes a parse error. Its kind, its advice and whether more text could mend it all follow from the message.
    #[cold]
    pub(crate) fn new(message: Message, span: Span) -> Box<Self> {
        let kind = match message {
            Message::TooDeep => SourceErrorKind::Limit,
            Message::Terminated(termination) => SourceErrorKind::Terminated(termination),
            _ => SourceErrorKind::Syntax,
        };
        let is_unfinished = message.is_of_the_end();
        let notes = message.advice().map(|advice| Note { message: advice.to_owned(), span: None });
        let notes = notes.into_iter().collect();
        let is_in_bracket = false;
        Box::new(SourceError { kind, message: message.to_string(), span, is_unfinished, is_in_bracket, notes })
    }

    /// Advises as for a program that is the body of a function: where those are asked for, nobody can make a module of it.
    pub fn of_body(mut self) -> Self {
        for note in &mut self.notes {
            let advice = match &*note.message {
                IMPORT_IN_SCRIPT => "this text is the body of a function: use `await import(…)`",
                MODULE_IN_SCRIPT => "this text is the body of a function, and no module: `return` gives its value",
                _ => continue,
            };
            note.message = advice.to_owned();
        }
        self
    }

    /// Adds a note to the error.
    #[cold]
    pub(crate) fn with_note(mut self: Box<Self>, message: impl Into<String>, span: Option<Span>) -> Box<Self> {
        self.notes.push(Note { message: message.into(), span });
        self
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SourceError {}

impl Message {
    /// Returns whether the message says that the text ends too early.
    fn is_of_the_end(&self) -> bool {
        use Message::*;
        matches!(
            self,
            UnexpectedEnd | Unclosed(..) | UnterminatedComment | UnterminatedTemplate | UnterminatedTemplateFrom(_)
        )
    }
}

const IMPORT_IN_SCRIPT: &str = "this text is a script: make it a module, or use `await import(…)`";
const MODULE_IN_SCRIPT: &str = "this text is a script: make it a module";

impl Message {
    /// Returns the advice for a message that always has the same one.
    fn advice(&self) -> Option<&'static str> {
        use Message::*;
        Some(match self {
            AwaitOutside => "make the function around it `async`",
            UnterminatedString => "a text of several lines stands between backticks",
            InvalidCharacter('“' | '”' | '„' | '‘' | '’' | '«' | '»') => "strings stand between ' or \"",
            StrictOctal => "octal numbers are written like 0o17",
            InvalidAssignmentTarget => "`=` assigns to a variable or a property; `===` compares",
            InvalidShorthandInit => "`:` gives a property its value",
            MissingInitializer("const") => "what gets its value later is declared by `let`",
            MixedCoalesce => "put parentheses around one of the two",
            NewlineAfterThrow => "put what is thrown on the same line",
            NewlineBeforeArrow => "put `=>` on the line of the parameters",
            LexicalAsBody(_) | FunctionAsBody | GeneratorAsBody => "put it in a block: { … }",
            ReservedWord(_) => "it can name a property, but no variable",
            StrictReserved(_) => "it can name a property, but no variable in strict code",
            ModuleItem("import") => IMPORT_IN_SCRIPT,
            ModuleItem(_) | ImportMetaOutside => MODULE_IN_SCRIPT,
            SuperCallOutside => "the class needs `extends`",
            StrictWith => "take the properties out of the object: const { a, b } = object",
            ChainTarget => "look for the object before: if (object) object.property = value",
            RestNotLast => "put it at the end",
            UsingPlace => "it stands in a block, in a function, or at the top of a module",
            TryAlone => "what was caught may be left out: try { … } catch { … }",
            _ => return None,
        })
    }
}

/// Result of every parsing function. The error is boxed to keep the results in registers.
pub(crate) type Parsed<T> = Result<T, Box<SourceError>>;

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
    Unclosed(bracket: &'static str, at: Position) => "unexpected end of input: {bracket} at {at} is not closed";
    Expected(expected: &'static str, found: String) => "expected {expected} but found {found}";
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
    MisplacedSeparator => "a numeric separator must stand between two digits";
    SeparatorAfterZero => "a numeric separator is not allowed after a leading zero";
    UnterminatedTemplate => "unterminated template literal";
    UnterminatedTemplateFrom(start: Position) => "unterminated template literal, which begins at {start}";
    TemplateOctalEscape => "octal escape sequences are not allowed in template strings";
    BigIntTooLong => "the BigInt is too long";
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
    StrictDirective => "`use strict` is not allowed in a function with default, rest or destructured parameters";
    StrictDeletePrivate => "private names must not be deleted";
    // Expressions.
    ReservedWord(word: String) => "`{word}` is a reserved word";
    InvalidAssignmentTarget => "invalid assignment target";
    InvalidUpdateTarget => "invalid operand of `++` or `--`";
    InvalidForInTarget => "invalid target of a for-in loop";
    InvalidForOfTarget => "invalid target of a for-of loop";
    InvalidPatternTarget => "invalid target in a destructuring pattern";
    InvalidShorthandInit => "a shorthand property can only have an initializer in a destructuring pattern";
    RestNotLast => "a rest element must come last, without a comma behind it";
    RestInitializer => "a rest element must not have an initializer";
    RestPattern => "the rest of an object must go to a name";
    DuplicateProto => "`__proto__` must not be given twice in one literal";
    MixedCoalesce => "`??` cannot be mixed with `||` or `&&` without parentheses";
    UnaryExponent => "a unary operator before `**` needs parentheses, around itself or around the power";
    ChainTarget => "an optional chain cannot be assigned to";
    ChainTemplate => "a tagged template cannot stand in an optional chain";
    ChainInNew => "an optional chain cannot stand in the callee of `new`";
    ImportInNew => "`import()` cannot be called by `new`";
    ImportMetaOutside => "`import.meta` is only allowed in modules";
    NewTargetOutside => "`new.target` is only allowed in functions and classes";
    SuperOutside => "`super` members are only allowed in methods, accessors and classes";
    SuperCallOutside => "`super()` is only allowed in constructors of classes with `extends`";
    YieldInParameters => "`yield` expressions are not allowed in parameters";
    AwaitInParameters => "`await` expressions are not allowed in parameters";
    YieldName => "`yield` is not a name in generators";
    AwaitName => "`await` is not a name in async functions, modules and static blocks";
    AwaitOutside => "`await` expressions are only allowed in async functions and at the top of modules";
    ArgumentsInInitializer => "`arguments` is not allowed in field initializers and static blocks";
    NewlineBeforeArrow => "a line break is not allowed before `=>`";
    MalformedParameters => "this cannot be the parameters of an arrow function";
    PrivateInOperand => "a private name must stand directly before `in`";
    PrivateUndeclared(name: String) => "the private name `{name}` is not declared in a class around it";
    GetterParameters => "a getter has no parameters";
    SetterParameters => "a setter has exactly one parameter";
    // Statements and declarations.
    AlreadyDeclared(name: String, first: Position) => "`{name}` has already been declared, at {first}";
    DuplicateName(name: String) => "the name `{name}` occurs twice";
    LetName => "`let` must not be declared by `let`, `const` or `class`";
    MissingInitializer(keyword: &'static str) => "a `{keyword}` declaration needs an initializer";
    MissingPatternInitializer => "a destructuring declaration needs an initializer";
    LexicalAsBody(keyword: &'static str) => "a `{keyword}` declaration is only allowed at top level or in a block";
    UsingPattern => "a `using` declaration cannot destructure";
    UsingPlace => "a `using` declaration is not allowed here";
    ForInitializer => "the variable of a for-in or for-of loop must not have an initializer";
    ForOfAsync => "a for-of loop must not begin with `async`, which could be that of an arrow function";
    ForOfLet => "a for-of loop must not begin with the name `let`";
    ForAwaitHead => "`for await` needs `of`";
    NamelessFunction => "a function declaration needs a name";
    NamelessClass => "a class declaration needs a name";
    FunctionAsBody => "a function can only be declared at top level or in a block";
    LabelledFunction => "a labelled function is not allowed here";
    ForInDeclarations => "a for-in or for-of loop must have exactly one variable";
    ReturnOutside => "`return` outside of a function";
    GeneratorAsBody => "generators and async functions can only be declared at top level or in a block";
    BreakOutside => "`break` outside of a loop or switch";
    ContinueOutside => "`continue` outside of a loop";
    UndefinedLabel(name: String) => "there is no label `{name}` around this statement";
    NotALoop(name: String) => "`{name}` does not label a loop";
    DuplicateLabel(name: String) => "the label `{name}` is already in use";
    DuplicateDefault => "a switch must not have two `default` clauses";
    NewlineAfterThrow => "a line break is not allowed after `throw`";
    TryAlone => "`try` needs a `catch` or a `finally`";
    // Classes.
    DuplicateConstructor => "a class has only one constructor";
    SpecialConstructor => "a class's constructor cannot be a getter, a setter, a generator or async";
    ConstructorField => "a field must not be called `constructor`";
    StaticPrototype => "a static member must not be called `prototype`";
    PrivateConstructor => "a private name must not be `#constructor`";
    // Modules.
    ModuleItem(keyword: &'static str) => "`{keyword}` is only allowed at the top of modules";
    DuplicateExport(name: String) => "`{name}` is exported twice";
    UndeclaredExport(name: String) => "`{name}` is exported, but not declared";
    ExportString => "a string cannot name what is exported from here";
    ImportString => "a name for the import is missing: `as name`";
    LoneSurrogateName => "the name of an import or export must not have lone surrogates";
    DuplicateAttribute(name: String) => "the import attribute `{name}` occurs twice";
    // TypeScript.
    NotBuilt(what: &'static str) => "{what}";
    ParameterProperty => "a parameter with a modifier must be a plain name";
    NumericMember => "a member of an enum must not have a number as its name";
    NamespacePlace => "a namespace can only be declared at top level or in a namespace";
    NamespaceExport => "a namespace exports declarations only";
    SignatureAlone => "this function has no body";
    FunctionInUnion => "the type of a function needs parentheses behind `|` and `&`";
    // Functions made at run time.
    ParametersEnd => "the parameters do not end where they should";
    BodyEnd => "the function body does not end where it should";
}
