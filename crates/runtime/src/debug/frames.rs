//! The functions that run or wait at a stop, and the names that they see.
//!
//! Names of register code are in registers, where the tables say; those of stack code, and those of functions around, are
//! in environment records.

use std::sync::Arc;

use ferrotape_bytecode::debug::{FunctionDebug, NameDebug, NamePlace, ScopeDebug};
use ferrotape_bytecode::{BindingForm, FunctionKind};
use ferrotape_text::{Position, SourceText};

use crate::async_stack;
use crate::code::CodeBlock;
use crate::convert;
use crate::environment::{self, RecordKind};
use crate::error::{AsyncCaller, CodePlace, Completion};
use crate::heap::{RealmId, RecordId};
use crate::object;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::stack_machine::state::Activation;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Most names of a scope that are listed.
const MOST_NAMES: usize = 10_000;

/// A function that runs, or waits for one that does.
#[derive(Clone, Debug)]
pub struct FrameView {
    /// Empty for code outside of functions, and functions without a name.
    pub function: String,
    /// Whether it is a function of the text, and not the text as a whole.
    pub is_function: bool,
    pub source: Arc<SourceText>,
    pub position: Position,
    /// Whether the frame waits in an `await` for the code that runs: it has no scopes that can be seen.
    pub is_async: bool,
}

/// The names of a scope.
#[derive(Clone, PartialEq, Debug)]
pub struct ScopeView {
    pub kind: ScopeKind,
    pub variables: Vec<Variable>,
    /// The object whose properties are the names, for the global object and `with`.
    pub object: Option<Value>,
}

/// Kind of a scope.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ScopeKind {
    /// Parameters and variables of the function.
    Local,
    /// A block, a loop, a class, or the own name of a function expression.
    Block,
    Catch,
    With,
    /// A scope of a function around.
    Closure,
    /// Declarations of scripts by `let`, `const` and `class`.
    Script,
    Global,
}

/// A name with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    pub name: String,
    /// None while it is not initialised.
    pub value: Option<Value>,
    pub is_constant: bool,
    pub place: VariablePlace,
}

/// Place of a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    /// At that place of the value stack.
    Stack(usize),
    /// A binding of a record.
    Record(RecordId, u32),
    /// A binding that an eval has added to a record.
    Added(RecordId, u32),
    /// A lexical declaration of a script.
    Lexical(PropertyKey),
    /// A place that cannot be assigned.
    Fixed,
}

/// The first `most` frames, the innermost first; the async functions that wait come behind all others. `offset` is where the
/// innermost one is, if that is known better than from it.
pub fn frames(vm: &Vm, offset: Option<u32>, most: usize) -> Vec<FrameView> {
    let count = vm.execution.frames.len();
    let numbers = 0..count.min(most);
    let mut views: Vec<FrameView> = numbers.filter_map(|number| view(vm, place(vm, number)?, None)).collect();
    if let (Some(first), Some(offset)) = (views.first_mut(), offset) {
        first.position = first.source.position(offset);
    }
    if count >= most {
        return views;
    }
    let waiting = async_stack::waiting_for_running(vm, count).into_iter().filter_map(|waiting| match waiting {
        AsyncCaller::Function(place) => Some(FrameView { is_async: true, ..view(vm, place, None)? }),
        AsyncCaller::Element { .. } => None,
    });
    views.extend(waiting.take(most - count));
    views
}

fn view(vm: &Vm, place: CodePlace, offset: Option<u32>) -> Option<FrameView> {
    let cell = vm.heap.code_cell(place.code);
    let source = Arc::clone(&cell.set.unit.unit.source);
    let position = source.position(offset.unwrap_or_else(|| cell.block.source_offset(place.pc)));
    let template = cell.block.template();
    // A function may have been put around the text.
    let is_function = template.kind == FunctionKind::Function && template.span.start >= source.added().0;
    let function = vm.heap.atom_view(cell.name).shown_name();
    Some(FrameView { function, is_function, source, position, is_async: false })
}

/// The frames, the innermost first: the text of each, and its place there.
pub(super) fn source_places(vm: &Vm) -> impl Iterator<Item = (Arc<SourceText>, u32)> {
    (0..vm.execution.frames.len()).filter_map(move |number| {
        let place = place(vm, number)?;
        let cell = vm.heap.code_cell(place.code);
        Some((Arc::clone(&cell.set.unit.unit.source), cell.block.source_offset(place.pc)))
    })
}

/// The place of a frame, counted from the innermost one.
pub(super) fn place(vm: &Vm, number: usize) -> Option<CodePlace> {
    let frame = frame(vm, number)?;
    let pc = if number == 0 { vm.execution.pc } else { frame.pc };
    Some(CodePlace { code: frame.code, pc })
}

/// A frame, counted from the innermost one.
pub(super) fn frame(vm: &Vm, number: usize) -> Option<Frame> {
    let index = vm.execution.frames.len().checked_sub(number + 1)?;
    vm.execution.frames.get(index).copied()
}

/// A frame of register code whose tables are there.
pub(super) struct RegisterFrame {
    pub base: usize,
    pub at: u32,
    pub code: Arc<CodeBlock>,
}

impl RegisterFrame {
    pub fn of(vm: &Vm, number: usize) -> Option<RegisterFrame> {
        let (frame, place) = (frame(vm, number)?, place(vm, number)?);
        let code = Arc::clone(vm.heap.code_block(frame.code));
        if code.is_stack_code() {
            return None;
        }
        Some(RegisterFrame { base: frame.base as usize, at: place.pc.saturating_sub(1), code })
    }

    /// The scopes that it is in, the innermost first.
    pub fn scopes(&self) -> Vec<&ScopeDebug> {
        let table = self.code.unit.debug.get().and_then(|debug| debug.function(self.code.index));
        table.into_iter().flat_map(|table| table.scopes_at(self.at)).collect()
    }

    pub fn text(&self, name: ferrotape_bytecode::TextId) -> Option<&ferrotape_text::Text> {
        self.code.unit.debug.get()?.tables.as_ref()?.names.get(name.0 as usize)
    }

    /// Finds a name of the scopes that it is in by its register: the scope's place in the table, and the first instruction at
    /// which the name has its value.
    pub fn find(&self, register: u32, name: &str) -> Option<(usize, u32)> {
        let table = self.code.unit.debug.get()?.function(self.code.index)?;
        let scopes = table.scopes.iter().enumerate().rev().filter(|(_, scope)| scope.code.contains(&self.at));
        let mut names = scopes.flat_map(|(index, scope)| scope.names.iter().map(move |name| (index, name)));
        let is_it = |row: &NameDebug| {
            row.place == NamePlace::Register(register)
                && self.text(row.name).is_some_and(|text| text.to_string() == name)
        };
        names.find(|(_, row)| is_it(row)).map(|(index, row)| (index, row.from))
    }

    /// Returns whether it is in a scope, by the scope's place in the table.
    pub fn is_in(&self, scope: usize) -> bool {
        let table = self.code.unit.debug.get().and_then(|debug| debug.function(self.code.index));
        table.and_then(|table| table.scopes.get(scope)).is_some_and(|scope| scope.code.contains(&self.at))
    }

    /// The record that a scope has got.
    pub fn record(&self, vm: &Vm, scope: &ScopeDebug) -> Option<RecordId> {
        vm.execution.stack.get(self.base + scope.record? as usize)?.as_record()
    }
}

/// Returns the debug table of a frame's function.
pub(super) fn table(code: &CodeBlock) -> Option<&FunctionDebug> {
    code.unit.debug.get()?.function(code.index)
}

/// The scopes of a frame, the innermost first. Frames are counted from the innermost one. Empty for functions that wait.
pub fn scopes(vm: &mut Vm, number: usize) -> Vec<ScopeView> {
    scopes_with(vm, number, MOST_NAMES)
}

/// Outline of those scopes: one name of each, beside `this`. That is enough to know which there are.
pub fn outline(vm: &mut Vm, number: usize) -> Vec<ScopeView> {
    scopes_with(vm, number, 1)
}

/// The scopes of a frame with this many names of each.
fn scopes_with(vm: &mut Vm, number: usize, most: usize) -> Vec<ScopeView> {
    let Some(frame) = frame(vm, number) else { return Vec::new() };
    // Without memory for an object the value of the call is shown.
    let _ = coerce_this(vm, &frame);
    let mut views = match RegisterFrame::of(vm, number) {
        Some(of_registers) => register_scopes(vm, &of_registers, most),
        None => Vec::new(),
    };
    let own = own_records(vm, &frame);
    let mut next = frame.environment;
    while let Some(record) = next {
        let is_own = own.contains(&record);
        views.push(record_scope(vm, record, is_own, most));
        next = vm.heap[record].parent;
    }
    add_this(vm, &frame, &mut views);
    let realm = vm.heap.code_block(frame.code).realm;
    views.push(lexical_scope(vm, realm, most));
    let global = Some(Value::object(vm.heap.realm(realm).global));
    views.push(ScopeView { kind: ScopeKind::Global, variables: Vec::new(), object: global });
    views.retain(|view| !view.variables.is_empty() || view.object.is_some());
    views
}

/// Returns the scopes of a frame of register code, with names and values.
fn register_scopes(vm: &Vm, frame: &RegisterFrame, most: usize) -> Vec<ScopeView> {
    use ferrotape_bytecode::ScopeKind as Kind;
    let mut views = Vec::new();
    for scope in frame.scopes() {
        let kind = match scope.kind {
            Kind::Function | Kind::Eval => ScopeKind::Local,
            Kind::Block | Kind::FunctionName => ScopeKind::Block,
            Kind::Catch => ScopeKind::Catch,
            Kind::With => ScopeKind::With,
        };
        let record = frame.record(vm, scope);
        let object = record.and_then(|record| match vm.heap[record].kind {
            RecordKind::Object { target } => Some(Value::object(target)),
            _ => None,
        });
        let shown = scope.names.iter().filter(|name| name.is_visible);
        let mut variables: Vec<Variable> = shown
            .filter_map(|name| {
                let (value, place) = match name.place {
                    NamePlace::Register(register) => {
                        let at = frame.base + register as usize;
                        (*vm.execution.stack.get(at)?, VariablePlace::Stack(at))
                    }
                    NamePlace::Callee => (callee(vm, frame)?, VariablePlace::Fixed),
                };
                let has_value = frame.at >= name.from && !value.is_empty() && value.as_record().is_none();
                Some(Variable {
                    name: frame.text(name.name)?.to_string(),
                    value: has_value.then_some(value),
                    is_constant: matches!(name.form, BindingForm::Const | BindingForm::OwnName),
                    place,
                })
            })
            .take(most)
            .collect();
        variables.extend(record.iter().flat_map(|&record| added(vm, record, most)));
        views.push(ScopeView { kind, variables, object });
    }
    views
}

fn callee(vm: &Vm, frame: &RegisterFrame) -> Option<Value> {
    let running = vm.execution.frames.iter().find(|other| other.base as usize == frame.base)?;
    Some(Value::object(running.callee))
}

/// The names that evals have added to a record.
fn added(vm: &Vm, record: RecordId, most: usize) -> Vec<Variable> {
    let added = vm.heap[record].kind.added();
    let bindings = added.map_or(&[][..], |added| added.as_slice()).iter().take(most);
    let variable = |(index, &(key, value)): (u32, &(PropertyKey, Value))| Variable {
        name: vm.heap.describe_key(key),
        value: Some(value),
        is_constant: false,
        place: VariablePlace::Added(record, index),
    };
    (0..).zip(bindings).map(variable).collect()
}

/// Returns the activation that the stack machine has of a frame.
pub(super) fn activation<'vm>(vm: &'vm Vm, frame: &Frame) -> Option<&'vm Activation> {
    let place = vm.execution.frames.iter().position(|other| other.base == frame.base);
    let behind = vm.execution.frames[place.unwrap_or(0)..].iter();
    let stack_frames = behind.filter(|frame| vm.heap.code_block(frame.code).is_stack_code()).count();
    let activations = &vm.execution.stack_machine.activations;
    let is_stack = vm.heap.code_block(frame.code).is_stack_code();
    let activation = activations.len().checked_sub(stack_frames).and_then(|index| activations.get(index));
    activation.filter(|_| is_stack)
}

/// The records of stack code that belong to the frame, and not to functions around it.
pub(super) fn own_records(vm: &Vm, frame: &Frame) -> Vec<RecordId> {
    let Some(activation) = activation(vm, frame) else { return Vec::new() };
    let mut own = Vec::new();
    let mut next = frame.environment;
    while let Some(record) = next.filter(|&record| Some(record) != activation.outer_scope) {
        own.push(record);
        next = vm.heap[record].parent;
    }
    own
}

/// Returns the names and values of a record.
fn record_scope(vm: &Vm, record: RecordId, is_own: bool, most: usize) -> ScopeView {
    use ferrotape_bytecode::ScopeKind as Kind;
    let kind = &vm.heap[record].kind;
    let Some(scope) = kind.scope() else {
        let object = match *kind {
            RecordKind::Object { target } => Some(Value::object(target)),
            _ => None,
        };
        return ScopeView { kind: ScopeKind::With, variables: Vec::new(), object };
    };
    let scope = vm.heap.scope(scope);
    let kind = match scope.kind {
        _ if !is_own => ScopeKind::Closure,
        Kind::Function | Kind::Eval => ScopeKind::Local,
        Kind::Catch => ScopeKind::Catch,
        Kind::Block | Kind::FunctionName | Kind::With => ScopeKind::Block,
    };
    let names = (0..).zip(scope.names.iter().zip(&scope.forms)).take(MOST_NAMES);
    let mut variables = Vec::new();
    for (index, (&key, &form)) in names {
        if variables.len() == most {
            break;
        }
        let name = vm.heap.describe_key(key);
        if !is_visible(&name) {
            continue;
        }
        let (value, is_import) = value_in(vm, record, index);
        variables.push(Variable {
            name,
            value: (!value.is_empty()).then_some(value),
            is_constant: is_import || matches!(form, BindingForm::Const | BindingForm::OwnName),
            place: VariablePlace::Record(record, index),
        });
    }
    variables.extend(added(vm, record, most));
    ScopeView { kind, variables, object: None }
}

/// The value of a record's binding, wherever an import leads to, and whether it is one.
pub(super) fn value_in(vm: &Vm, record: RecordId, index: u32) -> (Value, bool) {
    let value = environment::bound_value(vm, record, index);
    match value.as_record().map(|import| &vm.heap[import].kind) {
        Some(&RecordKind::Import { target, index }) => (environment::bound_value(vm, target, index), true),
        _ => (value, false),
    }
}

/// Returns whether a text can name it: `this` and its like, private names and what the compiler keeps cannot be.
fn is_visible(name: &str) -> bool {
    !name.starts_with(['#', '%', '*']) && !matches!(name, "" | "this" | "super" | "new.target")
}

/// Gives the frame of a sloppy function the object that is its `this`, ECMA-262 10.2.1.2. Register code that does not use it
/// has the value of the call still, and reads it nowhere.
pub(super) fn coerce_this(vm: &mut Vm, frame: &Frame) -> Completion<()> {
    let code = Arc::clone(vm.heap.code_block(frame.code));
    let is_sloppy = !code.strict && !code.is_stack_code() && code.template().kind == FunctionKind::Function;
    let is_arrow = table(&code).is_none_or(|table| table.around.in_arrow);
    let at = frame.base as usize;
    let this = vm.execution.stack.get(at).copied().unwrap_or(Value::EMPTY);
    if is_sloppy && !is_arrow && !this.is_object() && !this.is_empty() && this.as_record().is_none() {
        let global = Value::object(vm.heap.realm(code.realm).global);
        vm.execution.stack[at] = match this.is_nullish() {
            true => global,
            false => realm::in_realm(vm, code.realm, |vm| convert::to_object(vm, this).map(Value::object))?,
        };
    }
    Ok(())
}

/// Adds `this` to the names of the function.
fn add_this(vm: &Vm, frame: &Frame, views: &mut Vec<ScopeView>) {
    let code = vm.heap.code_block(frame.code);
    let is_arrow = table(code).is_some_and(|table| table.around.in_arrow);
    let this = vm.execution.stack.get(frame.base as usize).copied();
    let Some(this) = this.filter(|this| !is_arrow && this.as_record().is_none()) else { return };
    let value = (!this.is_empty()).then_some(this);
    let variable = Variable { name: "this".to_owned(), value, is_constant: true, place: VariablePlace::Fixed };
    match views.iter_mut().find(|view| view.kind == ScopeKind::Local) {
        Some(view) => view.variables.insert(0, variable),
        None => {
            // It is around the blocks, and within what is around the function.
            let is_around =
                |view: &ScopeView| matches!(view.kind, ScopeKind::Closure | ScopeKind::Script | ScopeKind::Global);
            let place = views.iter().position(is_around).unwrap_or(views.len());
            views.insert(place, ScopeView { kind: ScopeKind::Local, variables: vec![variable], object: None });
        }
    }
}

/// Returns the declarations of scripts in the current realm.
pub fn lexical_names(vm: &mut Vm) -> Vec<Variable> {
    let realm = vm.realm.id;
    lexical_scope(vm, realm, MOST_NAMES).variables
}

/// Returns the declarations of scripts by `let`, `const` and `class`.
fn lexical_scope(vm: &mut Vm, realm: RealmId, most: usize) -> ScopeView {
    let lexical = vm.heap.realm(realm).lexical;
    let keys = object::ordinary_own_property_keys(vm, lexical).unwrap_or_default();
    let variables = keys.into_iter().filter_map(|key| {
        let property = vm.heap.stored_property(lexical, key)?;
        Some(Variable {
            name: vm.heap.describe_key(key),
            value: (!property.value.is_empty()).then_some(property.value),
            is_constant: !property.attributes.is_writable(),
            place: VariablePlace::Lexical(key),
        })
    });
    ScopeView { kind: ScopeKind::Script, variables: variables.take(most).collect(), object: None }
}
