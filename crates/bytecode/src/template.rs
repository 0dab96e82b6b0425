//! What the compiler gives: plain data without a reference into any heap, `Send`, made once and run many times.

use std::sync::{Arc, OnceLock};

use ferrotape_budget::costs::{ALLOCATION_OVERHEAD, allocation_bytes, shared_bytes};
use ferrotape_text::{SourceText, Span, Text};

use crate::Instruction;
use crate::literal::LiteralTemplate;
use crate::module::ModuleTemplate;
use crate::position::PositionTable;
use crate::stack::StackCode;

/// Index of a text in [`Unit::strings`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct TextId(pub u32);

/// The array index that a text is canonically, below 2³¹: no cache site has it for a name.
pub fn array_index(text: &Text) -> Option<u32> {
    if text.is_empty() || text.len() > 10 {
        return None;
    }
    let mut index = 0u32;
    for unit in text.units() {
        let digit = u32::from(unit).checked_sub(u32::from(b'0')).filter(|&digit| digit < 10)?;
        if index == 0 && digit == 0 && text.len() > 1 {
            return None;
        }
        index = index.checked_mul(10)?.checked_add(digit)?;
    }
    (index <= i32::MAX as u32).then_some(index)
}

/// All code of one source text.
#[derive(Clone, Debug)]
pub struct Unit {
    pub source: Arc<SourceText>,
    /// Every name and string constant once.
    pub strings: Vec<Text>,
    /// `functions[0]` is the outermost code; instructions refer to the others by index.
    pub functions: Vec<FunctionTemplate>,
    /// Of a module.
    pub module: Option<Box<ModuleTemplate>>,
    /// See [`Unit::bytes`].
    pub counted: OnceLock<usize>,
}

pub(crate) fn slice_bytes<T>(slice: &[T]) -> usize {
    allocation_bytes(size_of_val(slice))
}

pub(crate) fn vector_bytes<T>(vector: &Vec<T>) -> usize {
    allocation_bytes(vector.capacity() * size_of::<T>())
}

impl Unit {
    /// Bytes of memory that the unit takes with all that it refers to. They are counted once: nothing changes a unit that
    /// somebody has loaded.
    pub fn bytes(&self) -> usize {
        *self.counted.get_or_init(|| {
            let texts = self.strings.iter().map(|text| allocation_bytes(text.bytes())).sum::<usize>();
            let templates = self.functions.iter().map(FunctionTemplate::payload_bytes).sum::<usize>();
            self.own_bytes() + texts + templates
        })
    }

    fn own_bytes(&self) -> usize {
        let module =
            self.module.as_ref().map_or(0, |module| allocation_bytes(size_of_val(&**module)) + module.payload_bytes());
        shared_bytes(size_of::<Unit>())
            + shared_bytes(size_of::<SourceText>())
            + self.source.bytes()
            + 4 * ALLOCATION_OVERHEAD
            + vector_bytes(&self.strings)
            + vector_bytes(&self.functions)
            + module
    }

    pub fn text(&self, id: TextId) -> &Text {
        &self.strings[id.0 as usize]
    }
}

/// A function without an environment. Closures are made of it.
#[derive(Clone, Debug)]
pub struct FunctionTemplate {
    pub name: Option<TextId>,
    pub kind: FunctionKind,
    pub strict: bool,
    /// Heritages and computed keys of classes in sloppy code, which are code of this function: strict code, as all parts of a
    /// class are (ECMA-262 11.2.2). In the order of the text, apart from each other.
    pub strict_parts: Vec<Span>,
    /// Formal parameters that have places of their own: all but a rest.
    pub parameter_count: u32,
    /// `length` of the closures: the parameters before the first that has a default value.
    pub length: u32,
    /// The parameters are plain names: a sloppy function then shares them with its `arguments`.
    pub simple_parameters: bool,
    /// The function's text in [`Unit::source`].
    pub span: Span,
    /// What scripts and sloppy eval code declare by name before they run.
    pub declarations: Declarations,
    /// Can be a constructor: false for getters and setters.
    pub is_constructor: bool,
    /// Of constructors of classes, which only `new` and `super()` can call.
    pub class: Option<ClassKind>,
    /// Calls in tail position do not give it the place of their function (the directives `"use notail"` and `"use duk notail"`).
    pub refuses_tail_calls: bool,
    /// All arguments of a call are kept while it runs, those that are no parameters' as well: for rest parameters.
    pub keeps_arguments: bool,
    /// The template literals with a tag.
    pub templates: Vec<TemplateSite>,
    /// What a direct eval in the function may contain; none where there is no direct eval.
    pub around_eval: Option<Box<AroundEval>>,
    /// Can its frames be suspended?
    pub activation: ActivationKind,
    /// For one of the machines.
    pub code: Code,
}

/// What a class is, to its constructor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Base,
    /// It has `extends`: its instances are made by the parent's constructor.
    Derived,
}

/// A template literal with a tag: the texts of its object, which is made once (ECMA-262 13.2.8.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateSite {
    /// None where there is an escape sequence that is not valid: undefined.
    pub cooked: Vec<Option<TextId>>,
    pub raw: Vec<TextId>,
}

/// What stands around a direct eval (ECMA-262 19.2.1.1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AroundEval {
    /// It stands in an arrow function: `this`, the function for `super`, and `new.target` are bindings around it.
    pub in_arrow: bool,
    pub in_function: bool,
    pub in_method: bool,
    pub in_derived_constructor: bool,
    pub in_initializer: bool,
}

/// What a back-end makes of a function.
#[derive(Clone, Debug)]
pub enum Code {
    Register(RegisterCode),
    Stack(StackCode),
}

/// The register machine's part of a function.
#[derive(Clone, Debug, Default)]
pub struct RegisterCode {
    /// Registers used in all, `this` and parameters included.
    pub register_count: u32,
    /// How many records are around the function: those of the scopes of its unit that it stands in, and a module's. Around
    /// those of eval code are further ones, which the code does not count on.
    pub records_around: u32,
    /// Shared by all engines that run it.
    pub instructions: Arc<[Instruction]>,
    pub constants: Vec<Constant>,
    /// The names that cache sites stand for: of a property or a global variable.
    pub caches: Vec<TextId>,
    pub names: Vec<NameReference>,
    pub scopes: Vec<ScopeDescriptor>,
    pub catchers: Vec<Catcher>,
    pub switches: Vec<SwitchTable>,
    pub literals: Vec<LiteralTemplate>,
    /// In the order of the code.
    pub loops: Vec<LoopHead>,
    pub positions: PositionTable,
    /// The register that receives the `arguments` object on entry; none where it cannot be seen.
    pub arguments: Option<ArgumentsObject>,
}

impl FunctionTemplate {
    /// Bytes of memory that the template takes besides its own size.
    pub fn payload_bytes(&self) -> usize {
        let Declarations { functions, variables, hoisted, lexical } = &self.declarations;
        let names = vector_bytes(variables) + vector_bytes(hoisted) + vector_bytes(lexical);
        let declarations = vector_bytes(functions) + names;
        let code = match &self.code {
            Code::Register(code) => code.payload_bytes(),
            Code::Stack(code) => code.payload_bytes(),
        };
        let around = self.around_eval.as_ref().map_or(0, |_| allocation_bytes(size_of::<AroundEval>()));
        let sites = self.templates.iter().map(|site| vector_bytes(&site.cooked) + vector_bytes(&site.raw));
        let tables = vector_bytes(&self.templates) + vector_bytes(&self.strict_parts);
        declarations + code + around + tables + sites.sum::<usize>()
    }
}

fn mapped_bytes(mapped: &MappedParameters) -> usize {
    vector_bytes(&mapped.bindings)
}

impl RegisterCode {
    /// How many registers are live where a jump backwards leads to. All, where nothing is known.
    pub fn live_at(&self, target: u32) -> u32 {
        match self.loops.binary_search_by_key(&target, |head| head.start) {
            Ok(place) => self.loops[place].live,
            Err(_) => self.register_count,
        }
    }

    fn payload_bytes(&self) -> usize {
        let scopes: usize = self.scopes.iter().map(|scope| vector_bytes(&scope.bindings)).sum();
        let switches: usize = self.switches.iter().map(|table| vector_bytes(&table.targets)).sum();
        let literals = self.literals.iter().map(|literal| vector_bytes(&literal.names) + vector_bytes(&literal.values));
        shared_bytes(size_of_val(&*self.instructions))
            + vector_bytes(&self.literals)
            + literals.sum::<usize>()
            + vector_bytes(&self.constants)
            + vector_bytes(&self.caches)
            + vector_bytes(&self.names)
            + vector_bytes(&self.scopes)
            + scopes
            + vector_bytes(&self.catchers)
            + vector_bytes(&self.switches)
            + vector_bytes(&self.loops)
            + switches
            + self.positions.len()
            + 2 * ALLOCATION_OVERHEAD
            + self.arguments.iter().filter_map(|object| object.mapped.as_ref()).map(mapped_bytes).sum::<usize>()
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    Script,
    Eval,
    /// All of its outermost variables are in the environment that it runs in.
    Module,
    Function,
}

/// What a call of a function makes besides a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ActivationKind {
    /// Nothing.
    Plain,
    Generator,
    /// A promise.
    Async,
    AsyncGenerator,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentsObject {
    pub register: u32,
    /// It is made where somebody sees it, and not on entry: the function keeps its arguments, and does nothing with the
    /// object but give it to `apply` ([`ListCall::Apply`](crate::ListCall::Apply)).
    pub on_demand: bool,
    /// What is shared with the parameters (sloppy functions with parameters), else unmapped.
    pub mapped: Option<MappedParameters>,
}

/// The parameters that the elements of an `arguments` object share values with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappedParameters {
    /// The function scope, whose record has the values.
    pub scope: u16,
    /// By parameter: its binding in the record. A parameter that a later one of the same name hides has none.
    pub bindings: Vec<Option<u32>>,
}

/// A constant of a function. Small integers, booleans and so on have instructions of their own.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Constant {
    Number(f64),
    String(TextId),
    /// A BigInt of these digits, with a prefix where they are not decimal.
    BigInt(TextId),
}

/// An access by name: where the search begins and what for.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct NameReference {
    pub name: TextId,
    pub start: NameStart,
}

/// Records that cannot hold the name are skipped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NameStart {
    /// At this scope of the function itself; its record need not exist.
    Scope(u16),
    /// In the function's own environment, this many records out.
    Environment(u32),
}

/// A scope of which a record can be opened: registers of the frame seen by name or index.
#[derive(Clone, PartialEq, Debug)]
pub struct ScopeDescriptor {
    pub kind: ScopeKind,
    /// The next scope outwards in the same function that has a descriptor.
    pub parent: Option<u16>,
    /// The register that holds this scope's record; the empty marker while there is none ("delayed creation").
    pub record: u32,
    /// What is copied when the record is closed ("keep on close"), in the order of `GetOuter`'s index.
    pub bindings: Vec<ScopeBinding>,
    /// Direct eval may add names: the record gets a map of its own.
    pub dynamic: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    Function,
    /// The own name of a function expression.
    FunctionName,
    Catch,
    Block,
    With,
    /// Strict eval code.
    Eval,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScopeBinding {
    pub name: TextId,
    pub register: u32,
    pub form: BindingForm,
}

/// What may be done to a binding that is looked up by name, and what there is in it at first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BindingForm {
    /// A parameter, a variable, a function among these.
    Variable,
    /// The own name of a function expression: assignments have no effect, or are a TypeError in strict code.
    OwnName,
    /// A function in a block.
    Function,
    /// Not initialised at first.
    Let,
    /// The same; assignments are a TypeError.
    Const,
}

impl BindingForm {
    /// Can a `var` of eval code not be declared beyond it (ECMA-262 19.2.1.3)?
    pub fn is_lexical(self) -> bool {
        matches!(self, BindingForm::Function | BindingForm::Let | BindingForm::Const)
    }

    /// Is it without a value until its declaration is evaluated?
    pub fn begins_empty(self) -> bool {
        matches!(self, BindingForm::Let | BindingForm::Const)
    }

    /// What listings show behind the name.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            BindingForm::Variable | BindingForm::Function => "",
            BindingForm::OwnName => " immutable",
            BindingForm::Let => " let",
            BindingForm::Const => " const",
        }
    }
}

/// One protected range of code (the document's catcher): an exception thrown in `start..end` goes on at `handler`.
/// Inner ranges stand before outer ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Catcher {
    pub start: u32,
    pub end: u32,
    pub handler: u32,
    /// Receives the thrown value.
    pub register: u32,
    /// Scopes entered inside the range are closed on the way: all open ones that are not this scope or around it.
    /// None: all scopes of the function are inside.
    pub scope: Option<u16>,
    /// The handler is a `finally` block, which goes on with what waits in the register: a thrown value, or one that is returned.
    /// Else it is a `catch`, which returning passes by.
    pub is_finally: bool,
}

/// Where a loop begins its turns. What registers above the live ones hold is left over from the last turn: garbage.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LoopHead {
    pub start: u32,
    /// How many registers are live there.
    pub live: u32,
}

/// A jump table for dense integer cases: `low` goes to `targets[0]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTable {
    pub low: i32,
    pub targets: Vec<u32>,
}

/// Declarations by name, for declaration instantiation (ECMA-262 16.1.7, 19.2.1.3).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declarations {
    /// In order; the last of equal names.
    pub functions: Vec<DeclaredFunction>,
    pub variables: Vec<TextId>,
    /// Names that only functions in blocks declare: left out where they cannot be declared.
    pub hoisted: Vec<TextId>,
    /// What a script declares by `let`, `const` and `class`.
    pub lexical: Vec<LexicalDeclaration>,
}

impl Declarations {
    #[inline]
    pub fn is_empty(&self) -> bool {
        let Declarations { functions, variables, hoisted, lexical } = self;
        functions.is_empty() && variables.is_empty() && hoisted.is_empty() && lexical.is_empty()
    }
}

/// A binding of the global environment that is no property of the global object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LexicalDeclaration {
    pub name: TextId,
    pub is_constant: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DeclaredFunction {
    pub name: TextId,
    /// Index into [`Unit::functions`].
    pub function: u32,
}

/// Kinds of errors that instructions throw by number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ErrorKind {
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    UriError,
}

impl ErrorKind {
    pub const ALL: [ErrorKind; 7] = [
        ErrorKind::Error,
        ErrorKind::EvalError,
        ErrorKind::RangeError,
        ErrorKind::ReferenceError,
        ErrorKind::SyntaxError,
        ErrorKind::TypeError,
        ErrorKind::UriError,
    ];

    /// The constructor's name.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Error => "Error",
            ErrorKind::EvalError => "EvalError",
            ErrorKind::RangeError => "RangeError",
            ErrorKind::ReferenceError => "ReferenceError",
            ErrorKind::SyntaxError => "SyntaxError",
            ErrorKind::TypeError => "TypeError",
            ErrorKind::UriError => "URIError",
        }
    }

    /// The kind with that number, as `ThrowError` carries it.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}
