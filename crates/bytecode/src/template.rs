//! Function templates, which the compiler makes: plain data without a reference into any heap, `Send`, made once and
//! run many times.

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

/// Returns the array index below 2³¹ that a text canonically spells. No cache site has such a name.
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
    /// All names and string constants, each one once.
    pub strings: Vec<Text>,
    /// `functions[0]` is the outermost code; instructions refer to the others by index.
    pub functions: Vec<FunctionTemplate>,
    /// Imports and exports, if the unit is a module.
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
    /// Returns the bytes of memory that the unit takes with everything that it refers to. They are counted once, as a
    /// loaded unit never changes.
    pub fn bytes(&self) -> usize {
        *self.counted.get_or_init(|| {
            let texts = self.strings.iter().map(|text| allocation_bytes(text.bytes())).sum::<usize>();
            let templates = self.functions.iter().map(FunctionTemplate::payload_bytes).sum::<usize>();
            self.own_bytes() + texts + templates
        })
    }

    /// Returns the bytes of the unit's struct, source, module and vectors, without those that strings and functions refer to.
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

    /// Returns whether code of the unit may use a global variable of this name. Stack code may use whatever is among its
    /// texts.
    pub fn may_use(&self, name: &str) -> bool {
        let name = Text::from_utf8(name);
        let Some(at) = self.strings.iter().position(|text| *text == name) else { return false };
        let id = TextId(at as u32);
        self.functions.iter().any(|function| match &function.code {
            Code::Register(code) => code.uses_global(id),
            Code::Stack(_) => true,
        })
    }
}

/// A function without an environment, from which closures are made.
#[derive(Clone, Debug)]
pub struct FunctionTemplate {
    pub name: Option<TextId>,
    pub kind: FunctionKind,
    pub strict: bool,
    /// Heritages and computed keys of classes in sloppy code. They are code of this function, but strict like all parts
    /// of a class (ECMA-262 11.2.2). Disjoint, in the order of the text.
    pub strict_parts: Vec<Span>,
    /// Number of formal parameters without a rest.
    pub parameter_count: u32,
    /// `length` of the closures: the number of parameters before the first one with a default value.
    pub length: u32,
    /// All parameters are plain names. A sloppy function then shares them with its `arguments`.
    pub simple_parameters: bool,
    /// The function's text in [`Unit::source`].
    pub span: Span,
    /// Beginnings of chains: where `a.b(c).d` begins whose part is called, by the position of the call. For messages, which
    /// name the callee. Calls without an entry begin at their own position.
    pub chains: PositionTable,
    /// Names that scripts and sloppy eval code declare before they run.
    pub declarations: Declarations,
    /// True if closures can be constructors; false for getters and setters.
    pub is_constructor: bool,
    /// Kind of the class, for a class's constructor, which only `new` and `super()` can call.
    pub class: Option<ClassKind>,
    /// Calls in tail position do not replace their caller's frame with one of this function (the directives `"use
    /// notail"` and `"use duk notail"`).
    pub refuses_tail_calls: bool,
    /// All arguments of a call are kept while it runs, including those without a parameter: for rest parameters.
    pub keeps_arguments: bool,
    /// Tagged template literals.
    pub templates: Vec<TemplateSite>,
    /// Surroundings of a direct eval in the function; None if there is no direct eval.
    pub around_eval: Option<Box<AroundEval>>,
    /// Kind of activation, which tells whether frames can be suspended.
    pub activation: ActivationKind,
    /// The code for one of the machines.
    pub code: Code,
}

/// Kind of a constructor's class.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Base,
    /// A class with `extends`: the parent's constructor makes its instances.
    Derived,
}

/// A tagged template literal: the strings of its object, which is made once (ECMA-262 13.2.8.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateSite {
    /// Cooked strings. None, which means undefined, for an invalid escape sequence.
    pub cooked: Vec<Option<TextId>>,
    pub raw: Vec<TextId>,
}

/// Surroundings of a direct eval (ECMA-262 19.2.1.1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AroundEval {
    /// The eval stands in an arrow function: `this`, the function for `super`, and `new.target` are outer bindings.
    pub in_arrow: bool,
    pub in_function: bool,
    pub in_method: bool,
    pub in_derived_constructor: bool,
    pub in_initializer: bool,
}

/// A function's code, as one of the back-ends makes it.
#[derive(Clone, Debug)]
pub enum Code {
    Register(RegisterCode),
    Stack(StackCode),
}

/// The register machine's part of a function.
#[derive(Clone, Debug, Default)]
pub struct RegisterCode {
    /// Number of registers, `this` and parameters included.
    pub register_count: u32,
    /// Number of records around the function: those of the unit's scopes that contain it, and a module's. Eval code has
    /// further ones around these, which the code does not count.
    pub records_around: u32,
    /// Instructions, shared by all engines that run them.
    pub instructions: Arc<[Instruction]>,
    pub constants: Vec<Constant>,
    /// Names of the cache sites: of a property or a global variable.
    pub caches: Vec<TextId>,
    pub names: Vec<NameReference>,
    pub scopes: Vec<ScopeDescriptor>,
    pub catchers: Vec<Catcher>,
    pub switches: Vec<SwitchTable>,
    pub literals: Vec<LiteralTemplate>,
    /// Loop heads in the order of the code.
    pub loops: Vec<LoopHead>,
    pub positions: PositionTable,
    /// The `arguments` object made on entry; None if nothing can access it.
    pub arguments: Option<ArgumentsObject>,
    /// Registers that have a name in the source text, and the name, for tools. Only the code that
    /// `compiler::variable_names` makes has them.
    pub variables: Vec<(u32, TextId)>,
}

impl FunctionTemplate {
    /// Makes a template with nothing but code: sloppy, without a name and parameters, and not a constructor.
    pub fn new(kind: FunctionKind, code: Code) -> Self {
        FunctionTemplate {
            name: None,
            kind,
            strict: false,
            strict_parts: Vec::new(),
            parameter_count: 0,
            length: 0,
            simple_parameters: true,
            span: Span::default(),
            chains: PositionTable::default(),
            declarations: Declarations::default(),
            is_constructor: false,
            class: None,
            refuses_tail_calls: false,
            keeps_arguments: false,
            templates: Vec::new(),
            around_eval: None,
            activation: ActivationKind::Plain,
            code,
        }
    }

    /// Returns the bytes of memory that the template takes, without the struct's own size.
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
        let tables = vector_bytes(&self.templates) + vector_bytes(&self.strict_parts) + self.chains.len();
        declarations + code + around + tables + sites.sum::<usize>()
    }
}

fn mapped_bytes(mapped: &MappedParameters) -> usize {
    vector_bytes(&mapped.bindings)
}

impl RegisterCode {
    /// Returns the number of live registers at the target of a backward jump. All, if nothing is known.
    pub fn live_at(&self, target: u32) -> u32 {
        match self.loops.binary_search_by_key(&target, |head| head.start) {
            Ok(place) => self.loops[place].live,
            Err(_) => self.register_count,
        }
    }

    /// Returns whether the code uses the name as that of a global variable, or of one that it looks up by name.
    fn uses_global(&self, name: TextId) -> bool {
        use Instruction::*;
        let uses = |instruction: &Instruction| match *instruction {
            InitializeGlobal { cache, .. }
            | GetGlobal { cache, .. }
            | GetGlobalAndThis { cache, .. }
            | GetGlobalOrUndefined { cache, .. }
            | SetGlobal { cache, .. }
            | HasGlobal { cache, .. }
            | SetGlobalIfExists { cache, .. }
            | DeleteGlobal { cache, .. } => self.caches.get(cache as usize) == Some(&name),
            _ => false,
        };
        self.names.iter().any(|used| used.name == name)
            || self.caches.contains(&name) && self.instructions.iter().any(uses)
    }

    /// Returns the bytes of the code's tables and of everything that they refer to, without the struct's own size.
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
            + vector_bytes(&self.variables)
            + switches
            + self.positions.len()
            + 2 * ALLOCATION_OVERHEAD
            + self.arguments.iter().filter_map(|object| object.mapped.as_ref()).map(mapped_bytes).sum::<usize>()
    }
}

/// The kinds of code that a template has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    Script,
    Eval,
    /// All outermost variables are in the environment in which the code runs.
    Module,
    Function,
}

/// The thing that a call of a function makes besides a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ActivationKind {
    /// No further thing.
    Plain,
    Generator,
    /// A promise.
    Async,
    AsyncGenerator,
}

/// Description of a function's `arguments` object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentsObject {
    pub register: u32,
    /// The object is made when something accesses it, and not on entry. The function keeps its arguments, and only
    /// passes the object to `apply` ([`ListCall::Apply`](crate::ListCall::Apply)).
    pub on_demand: bool,
    /// Sharing with the parameters (sloppy functions with parameters); None for an unmapped object.
    pub mapped: Option<MappedParameters>,
}

/// Parameters whose values the elements of an `arguments` object share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappedParameters {
    /// The function scope, whose record has the values.
    pub scope: u16,
    /// Binding of each parameter in the record. None for a parameter that a later one of the same name hides.
    pub bindings: Vec<Option<u32>>,
}

/// A constant of a function. Small integers, booleans and the like have their own instructions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Constant {
    Number(f64),
    String(TextId),
    /// A BigInt with these digits, with a prefix if they are not decimal.
    BigInt(TextId),
}

/// An access by name: the name, and the start of the search.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct NameReference {
    pub name: TextId,
    pub start: NameStart,
}

/// Start of a search by name. Records that cannot have the name are skipped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NameStart {
    /// A scope of the function itself; its record need not exist.
    Scope(u16),
    /// The function's own environment, this many records out.
    Environment(u32),
}

/// A scope that may get a record: registers of the frame that are accessed by name or index.
#[derive(Clone, PartialEq, Debug)]
pub struct ScopeDescriptor {
    pub kind: ScopeKind,
    /// The next outer scope of the same function with a descriptor.
    pub parent: Option<u16>,
    /// Register for this scope's record; it has the empty marker while there is none ("delayed creation").
    pub record: u32,
    /// Bindings copied when the record is closed ("keep on close"), in the order of `GetOuter`'s index.
    pub bindings: Vec<ScopeBinding>,
    /// Direct eval may add names: the record gets its own map.
    pub dynamic: bool,
}

/// The kinds of scopes with a record register.
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

/// A variable of a scope, with its register.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScopeBinding {
    pub name: TextId,
    pub register: u32,
    pub form: BindingForm,
}

/// Allowed operations on a binding that is looked up by name, and its initial state.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BindingForm {
    /// A parameter, a variable, or a function among these.
    Variable,
    /// The own name of a function expression: assignments have no effect, or are a TypeError in strict code.
    OwnName,
    /// A function in a block.
    Function,
    /// A binding that is not initialised at first.
    Let,
    /// A constant binding that is not initialised at first. Assignments are a TypeError.
    Const,
}

impl BindingForm {
    /// Returns whether eval code cannot declare a `var` beyond the binding (ECMA-262 19.2.1.3).
    pub fn is_lexical(self) -> bool {
        matches!(self, BindingForm::Function | BindingForm::Let | BindingForm::Const)
    }

    /// Returns whether the binding has no value until its declaration is evaluated.
    pub fn begins_empty(self) -> bool {
        matches!(self, BindingForm::Let | BindingForm::Const)
    }

    /// Returns the text that listings show after the name.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            BindingForm::Variable | BindingForm::Function => "",
            BindingForm::OwnName => " immutable",
            BindingForm::Let => " let",
            BindingForm::Const => " const",
        }
    }
}

/// A protected range of code (the document's catcher): an exception thrown in `start..end` continues at `handler`.
/// Inner ranges stand before outer ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Catcher {
    pub start: u32,
    pub end: u32,
    pub handler: u32,
    /// Register that receives the exception.
    pub register: u32,
    /// Innermost scope that stays open. Scopes entered inside the range are closed: all open ones except this scope and
    /// those around it. None closes all scopes of the function.
    pub scope: Option<u16>,
    /// The handler is a `finally` block, which continues with the completion in the register: an exception, or a
    /// returned value. Otherwise it is a `catch`, which a return passes.
    pub is_finally: bool,
}

/// Start of a loop's turns. Registers above the live ones hold garbage from the last turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LoopHead {
    pub start: u32,
    /// Number of live registers there.
    pub live: u32,
}

/// A jump table for dense integer cases: `low` jumps to `targets[0]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTable {
    pub low: i32,
    pub targets: Vec<u32>,
}

/// Declarations by name, for declaration instantiation (ECMA-262 16.1.7, 19.2.1.3).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declarations {
    /// Functions in order; of equal names the last one.
    pub functions: Vec<DeclaredFunction>,
    pub variables: Vec<TextId>,
    /// Names that only functions in blocks declare. Those that cannot be declared are skipped.
    pub hoisted: Vec<TextId>,
    /// Names that a script declares by `let`, `const` and `class`.
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

/// A function that a script or eval code declares by name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DeclaredFunction {
    pub name: TextId,
    /// Index into [`Unit::functions`].
    pub function: u32,
}

/// Kind of an error that an instruction throws, by number.
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

    /// Returns the constructor's name.
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

    /// Returns the kind with that number, as in `ThrowError`.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}
