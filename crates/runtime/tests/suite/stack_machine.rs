//! Code by hand, which goes through the verifier before it runs.

mod blocks;
mod calls;
mod effects;

use std::sync::Arc;

use ferrotape_budget::NativeStack;
use ferrotape_bytecode::{
    BindingForm, BlockScope, Code, FunctionKind, FunctionTemplate, Literal, StackArguments, StackCode,
    StackInstruction, TemplateSite, TextId, Unit, Variable, verify,
};
use ferrotape_compiler::Backend;
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::{SourceText, Text};

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::error_report;
use ferrotape_runtime::messages;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};

/// A function in the document's notation, instructions separated by semicolons or lines.
#[derive(Copy, Clone, Default)]
struct Function<'a> {
    code: &'a str,
    parameters: &'a [&'a str],
    /// Further variables, from the first one behind the parameters.
    variables: &'a [&'a str],
    /// The variable that receives the `arguments` object.
    arguments: Option<StackArguments>,
    self_name: Option<&'a str>,
    blocks: &'a [&'a [&'a str]],
    strict: bool,
}

fn new_vm(stress: bool) -> Vm {
    let options = Options { stress_collection: stress, ..Options::default() };
    Vm::new(options, ferrotape_builtins::PARTS, crate::MACHINES).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
}

/// A script and its functions.
fn assemble(functions: &[Function]) -> Unit {
    let mut unit = assemble_unverified(functions);
    for index in 0..unit.functions.len() {
        measure(&mut unit, index);
    }
    verify(&unit).unwrap_or_else(|error| panic!("{error}"));
    unit
}

fn assemble_unverified(functions: &[Function]) -> Unit {
    let mut assembler = Assembler { strings: Vec::new() };
    let functions: Vec<FunctionTemplate> =
        functions.iter().enumerate().map(|(index, function)| assembler.function(index, function)).collect();
    let source = Arc::new(SourceText::new("by hand", "0123456789\nabcdefghi()\n"));
    let strings = assembler.strings.iter().map(|text| Text::from_utf8(text)).collect();
    Unit { source, strings, functions, module: None, counted: Default::default() }
}

/// Finds the heights that the verifier wants.
fn measure(unit: &mut Unit, function: usize) {
    let mut last = None;
    for heights in 0..256 {
        if let Code::Stack(code) = &mut unit.functions[function].code {
            (code.max_values, code.max_blocks) = (heights / 16, heights % 16);
        }
        last = verify(unit).err().filter(|error| error.function == function);
        if last.is_none() {
            return;
        }
    }
    panic!("{last:?}");
}

struct Assembler {
    strings: Vec<String>,
}

impl Assembler {
    fn text(&mut self, text: &str) -> TextId {
        let known = self.strings.iter().position(|known| known == text);
        let index = known.unwrap_or_else(|| {
            self.strings.push(text.to_owned());
            self.strings.len() - 1
        });
        TextId(index as u32)
    }

    /// `let x`, `const x`, or the name of a function.
    fn in_block(&mut self, text: &str) -> Variable {
        let (form, name) = match text.split_once(' ') {
            Some(("let", name)) => (BindingForm::Let, name),
            Some((_, name)) => (BindingForm::Const, name),
            None => (BindingForm::Function, text),
        };
        Variable { name: self.text(name), form }
    }

    fn function(&mut self, index: usize, function: &Function) -> FunctionTemplate {
        let mut code = StackCode {
            parameters: (0..function.parameters.len() as u32).collect(),
            arguments: function.arguments,
            self_name: function.self_name.map(|name| self.text(name)),
            locations: (0..20).collect(),
            held: if function.code.contains("HOLD") { 2 } else { 0 },
            ..StackCode::default()
        };
        for name in function.parameters.iter().chain(function.variables) {
            code.variables.push(Variable { name: self.text(name), form: BindingForm::Variable });
        }
        for names in function.blocks {
            let variables = names.iter().map(|name| self.in_block(name)).collect();
            code.block_scopes.push(BlockScope { variables, dynamic: false });
        }
        for text in function.code.split([';', '\n']).map(str::trim).filter(|text| !text.is_empty()) {
            let instruction = self.instruction(text, &mut code);
            code.instructions.push(instruction);
        }
        let kind = if index == 0 { FunctionKind::Script } else { FunctionKind::Function };
        FunctionTemplate {
            strict: function.strict,
            parameter_count: function.parameters.len() as u32,
            length: function.parameters.len() as u32,
            is_constructor: true,
            templates: vec![TemplateSite { cooked: vec![None], raw: vec![self.text("raw")] }],
            ..FunctionTemplate::new(kind, Code::Stack(code))
        }
    }

    fn instruction(&mut self, text: &str, code: &mut StackCode) -> StackInstruction {
        use StackInstruction::*;
        let (name, operand) = text.split_once(',').unwrap_or((text, ""));
        let number = || operand.parse().unwrap_or_else(|_| panic!("{text}"));
        match name {
            "LITERAL" => {
                code.literals.push(self.literal(operand));
                Literal(code.literals.len() as u32 - 1)
            }
            "PUTVALUE" if !operand.is_empty() => PutValueWith(number()),
            "NEW" => New(number()),
            "CALL" => Call(number()),
            "CALLV" => CallV(number()),
            "CALLEVAL" => CallEval(number()),
            "CALLTAIL" => CallTail(number()),
            "FUNC" => Func(number()),
            "LOC" => Loc(number()),
            "VREF" => Vref(number()),
            "B.ALWAYS" => BAlways(number()),
            "B.TRUE" => BTrue(number()),
            "B.ENUM" => BEnum(number()),
            "S.TRYC" => STryC(number()),
            "S.TRYF" => STryF(number()),
            "S.BLOCK" => SBlock(number()),
            "END" => End(number()),
            "TEMPLATE" => Template(number()),
            "HOLD" => Hold(number()),
            "FORGET" => Forget(number()),
            "HELD" => Held(number()),
            "ARG" => Argument(number()),
            "REST" => RestArguments(number()),
            "B.DONE" => BDone(number()),
            "B.THROWN" => BThrown(number()),
            _ => *StackInstruction::ALL.iter().find(|known| known.name() == name).unwrap_or_else(|| panic!("{text}")),
        }
    }

    fn literal(&mut self, text: &str) -> Literal {
        match text {
            "undefined" => Literal::Undefined,
            "null" => Literal::Null,
            "true" => Literal::Boolean(true),
            "false" => Literal::Boolean(false),
            _ => match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                Some(string) => Literal::String(self.text(string)),
                None => Literal::Number(text.parse().unwrap_or_else(|_| panic!("{text}"))),
            },
        }
    }
}

/// Runs a script that was assembled; the completion as people read it.
fn run(vm: &mut Vm, functions: &[Function]) -> String {
    let result = eval::run_script(vm, assemble(functions));
    show(vm, result)
}

/// Runs a script in the language, on the register machine.
fn run_text(vm: &mut Vm, text: &str) -> String {
    let options = ParseOptions::new(Goal::Script, NativeStack::default());
    let source = Arc::new(SourceText::new("test.js", text));
    let unit = ferrotape_compiler::compile_source(
        source,
        &options,
        Backend::Register,
        &mut ferrotape_budget::Budget::default(),
    )
    .expect("it compiles");
    let result = eval::run_script(vm, unit);
    show(vm, result)
}

fn show(vm: &mut Vm, result: Completion<Value>) -> String {
    assert!(vm.execution.frames.is_empty());
    let machine = &vm.execution.stack_machine;
    assert!(machine.values.is_empty() && machine.blocks.is_empty() && machine.activations.is_empty());
    match result {
        Ok(value) => messages::describe(vm, value),
        Err(Throw::Exception(exception)) => format!("throws {}", error_report::describe_exception(vm, exception)),
        Err(Throw::Terminated(termination)) => format!("{termination:?}"),
    }
}

/// A script that is nothing but this code.
fn script(code: &str) -> Function<'_> {
    Function { code, ..Function::default() }
}
