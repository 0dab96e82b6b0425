//! The register machine's loop: one `match` over the instructions.
//!
//! An arm has the fast path inline, on the frame's window of 256 registers. Work that is longer, may run script or may
//! fail is an operation elsewhere. `attempt!` calls the operation: it first notes the frame's position, and afterwards
//! restarts the inner loops. `'resume` takes the value stack, `'enter` reads the frame's position, and the innermost
//! loop goes from instruction to instruction, changing nothing but the position in the code. The operations are the
//! runtime's, by topic: `get` and `set` (for misses of the inline caches), `elements`, `calls`, `variables`, `eval`.
//! `macros` has the vocabulary of the arms, `arithmetic` the operations of this loop alone.

#[macro_use]
mod macros;

mod arithmetic;

use std::hint::cold_path;
use std::ops::ControlFlow;
use std::ptr;

use ferrotape_bytecode::{Instruction, TextId};

use ferrotape_runtime::code::{CodeBlock, CodeSet};
use ferrotape_runtime::delegation::{self, Delegated};
use ferrotape_runtime::environment::{self, open_value, set_value};
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::loop_exit::{Abrupt, Entered, Left, LoopExit};
use ferrotape_runtime::machine::Again;
use ferrotape_runtime::operators::{self, Arithmetic, Order};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Ending, Frame, FrameKind, Vm, WINDOW};
use ferrotape_runtime::{bigint, cell, convert, enumeration, generator, regexp, unwinding, views};

use ferrotape_runtime::operations::calls;
use ferrotape_runtime::operations::window::{clear_window, window};
use ferrotape_runtime::operations::{
    at_once, class, elements, get, intrinsic, iterate, literal, private, set, template, variables,
};
use ferrotape_runtime::scripts::eval;

use crate::frames::{self, CALLERS};

/// Calls an operation that is longer than an arm of the loop. Each has its own function, so that no value of the arm
/// has to stay in a CPU register across the call.
#[cold]
#[inline(never)]
fn out_of_line<T>(vm: &mut Vm, operation: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
    operation(vm)
}

/// Performs an intrinsic at once; not if its operands lie outside of the window, as those of wide frames may.
#[inline(never)]
fn intrinsic_at_once(vm: &mut Vm, number: u8, window: &[Value; WINDOW], first: usize, below: Value) -> Option<Value> {
    at_once::intrinsic_at_once(vm, number, window.get(first..)?, below)
}

/// Runs the loop as long as the running frames belong to one code set. If watched, it shows each step first.
pub(crate) fn run<const WATCHED: bool>(vm: &mut Vm, set: &CodeSet, mut again: Option<&mut Again<'_>>) -> LoopExit {
    // The code of calling frames, by their depth: a return need not look it up.
    let mut callers: [(usize, Option<&CodeBlock>); CALLERS] = [(0, None); CALLERS];
    'frame: loop {
        let Some(frame) = vm.execution.frames.last() else { return LoopExit::Value(Value::UNDEFINED) };
        let cell = vm.heap.code_cell(frame.code);
        if !ptr::eq(&*cell.set, set) {
            return LoopExit::OtherCode;
        }
        let mut code = set.block(cell.index);
        let mut instructions = &code.instructions[..];
        let mut bottom = frame.base;
        let mut environment = frame.environment;
        let abrupt = 'resume: loop {
            // The value stack is taken out of the machine while the loop works on the window, so that the window is a
            // plain reference. Code that needs the whole machine gives the stack back and leaves the inner loops: their
            // values in CPU registers need not outlive any call.
            let mut stack = std::mem::take(&mut vm.execution.stack);
            // The rest of the code: advancing moves one pointer, where an index would have to be added to the base.
            let mut start = vm.execution.pc as usize;
            'enter: loop {
                // A 32-bit number, so that additions do not overflow.
                let base = bottom as usize;
                let mut rest = instructions[start..].iter();
                let mut regs = window(&mut stack, base);
                let mut watchers = crate::watch::watchers::<WATCHED>(vm, code);
                loop {
                    // By reference, so that each arm loads its own operands.
                    let Some(instruction) = rest.next() else { unreachable!("code ends with a return") };

                    arms_of!(
                        $, vm, set, again, code, instructions, callers, bottom, environment, stack, start, base, rest,
                        regs, 'frame, 'resume, 'enter
                    );

                    if WATCHED && watchers.pass(pc!() - 1) && crate::watch::is_wanted(vm, code, pc!() - 1) {
                        note!();
                        match crate::watch::look(vm, code, pc!() - 1) {
                            Ok(None) => {}
                            Ok(Some(ControlFlow::Continue(()))) => continue 'frame,
                            Ok(Some(ControlFlow::Break(exit))) => return exit,
                            Err(thrown) => break 'resume Abrupt::Throw(thrown),
                        }
                        watchers = crate::watch::watchers::<WATCHED>(vm, code);
                        stack = std::mem::take(&mut vm.execution.stack);
                        regs = window(&mut stack, base);
                    }

                    match *instruction {
                        Instruction::LoadInt { dst, value } => regs[dst as usize] = Value::int(value),
                        Instruction::LoadConstant { dst, constant } => {
                            regs[dst as usize] = code.constants[constant as usize];
                        }
                        Instruction::LoadUndefined { dst } => regs[dst as usize] = Value::UNDEFINED,
                        Instruction::LoadNull { dst } => regs[dst as usize] = Value::NULL,
                        Instruction::LoadTrue { dst } => regs[dst as usize] = Value::TRUE,
                        Instruction::LoadFalse { dst } => regs[dst as usize] = Value::FALSE,
                        Instruction::LoadEmpty { dst } => regs[dst as usize] = Value::EMPTY,
                        Instruction::Move { dst, src } => regs[dst as usize] = regs[src as usize],
                        Instruction::LoadWide { dst, index } => {
                            let value = stack[base + index as usize];
                            regs = window(&mut stack, base);
                            regs[dst as usize] = value;
                        }
                        Instruction::StoreWide { src, index } => {
                            stack[base + index as usize] = regs[src as usize];
                            regs = window(&mut stack, base);
                        }
                        Instruction::Add { dst, a, b } => {
                            arithmetic!(dst, regs[a as usize], regs[b as usize], checked_add, +, operators::add_values)
                        }
                        Instruction::Subtract { dst, a, b } => {
                            arithmetic!(dst, regs[a as usize], regs[b as usize], checked_sub, -, arithmetic::subtract)
                        }
                        Instruction::Multiply { dst, a, b } => multiply!(dst, regs[a as usize], regs[b as usize]),
                        Instruction::Divide { dst, a, b } => divide!(dst, regs[a as usize], regs[b as usize]),
                        Instruction::Remainder { dst, a, b } => remainder!(dst, regs[a as usize], regs[b as usize]),
                        Instruction::BitAnd { dst, a, b } => {
                            bitwise!(dst, regs[a as usize], regs[b as usize], BitAnd, |x, y| Value::int(x & y))
                        }
                        Instruction::BitOr { dst, a, b } => {
                            bitwise!(dst, regs[a as usize], regs[b as usize], BitOr, |x, y| Value::int(x | y))
                        }
                        Instruction::BitXor { dst, a, b } => {
                            bitwise!(dst, regs[a as usize], regs[b as usize], BitXor, |x, y| Value::int(x ^ y))
                        }
                        Instruction::ShiftLeft { dst, a, b } => {
                            bitwise!(dst, regs[a as usize], regs[b as usize], ShiftLeft, |x, y| {
                                Value::int(x.wrapping_shl(y as u32))
                            })
                        }
                        Instruction::ShiftRight { dst, a, b } => {
                            bitwise!(dst, regs[a as usize], regs[b as usize], ShiftRight, |x, y| {
                                Value::int(x.wrapping_shr(y as u32))
                            })
                        }
                        Instruction::ShiftRightUnsigned { dst, a, b } => {
                            bitwise!(dst, regs[a as usize], regs[b as usize], ShiftRightUnsigned, |x, y| {
                                arithmetic::unsigned((x as u32).wrapping_shr(y as u32))
                            })
                        }
                        Instruction::Exponentiate { dst, a, b } => {
                            let (a, b) = (regs[a as usize], regs[b as usize]);
                            attempt_into!(dst, move |vm: &mut Vm| operators::arithmetic(
                                vm,
                                Arithmetic::Exponentiate,
                                a,
                                b
                            ));
                        }

                        Instruction::AddInt { dst, a, value } => {
                            arithmetic!(dst, regs[a as usize], Value::int(value), checked_add, +, operators::add_values)
                        }
                        Instruction::SubtractInt { dst, a, value } => {
                            arithmetic!(dst, regs[a as usize], Value::int(value), checked_sub, -, arithmetic::subtract)
                        }
                        Instruction::MultiplyInt { dst, a, value } => {
                            multiply!(dst, regs[a as usize], Value::int(value))
                        }
                        Instruction::DivideInt { dst, a, value } => {
                            divide!(dst, regs[a as usize], Value::int(value))
                        }
                        Instruction::RemainderInt { dst, a, value } => {
                            remainder!(dst, regs[a as usize], Value::int(value))
                        }
                        Instruction::BitAndInt { dst, a, value } => {
                            bitwise!(dst, regs[a as usize], Value::int(value), BitAnd, |x, y| Value::int(x & y))
                        }
                        Instruction::BitOrInt { dst, a, value } => {
                            bitwise!(dst, regs[a as usize], Value::int(value), BitOr, |x, y| Value::int(x | y))
                        }
                        Instruction::BitXorInt { dst, a, value } => {
                            bitwise!(dst, regs[a as usize], Value::int(value), BitXor, |x, y| Value::int(x ^ y))
                        }
                        Instruction::ShiftLeftInt { dst, a, value } => {
                            bitwise!(dst, regs[a as usize], Value::int(value), ShiftLeft, |x, y| {
                                Value::int(x.wrapping_shl(y as u32))
                            })
                        }
                        Instruction::ShiftRightInt { dst, a, value } => {
                            bitwise!(dst, regs[a as usize], Value::int(value), ShiftRight, |x, y| {
                                Value::int(x.wrapping_shr(y as u32))
                            })
                        }
                        Instruction::ShiftRightUnsignedInt { dst, a, value } => {
                            bitwise!(dst, regs[a as usize], Value::int(value), ShiftRightUnsigned, |x, y| {
                                arithmetic::unsigned((x as u32).wrapping_shr(y as u32))
                            })
                        }

                        Instruction::Increment { dst, src } => {
                            let value = regs[src as usize];
                            match value.as_int() {
                                Some(int) if int < i32::MAX => regs[dst as usize] = Value::int(int + 1),
                                _ => attempt_into!(dst, move |vm: &mut Vm| operators::increment(vm, value)),
                            }
                        }
                        Instruction::Decrement { dst, src } => {
                            let value = regs[src as usize];
                            match value.as_int() {
                                Some(int) if int > i32::MIN => regs[dst as usize] = Value::int(int - 1),
                                _ => attempt_into!(dst, move |vm: &mut Vm| operators::decrement(vm, value)),
                            }
                        }
                        Instruction::Negate { dst, src } => {
                            let value = regs[src as usize];
                            match value.as_int() {
                                Some(int) if int != 0 && int > i32::MIN => regs[dst as usize] = Value::int(-int),
                                _ => attempt_into!(dst, move |vm: &mut Vm| operators::negate(vm, value)),
                            }
                        }
                        Instruction::ToNumber { dst, src } => {
                            let value = regs[src as usize];
                            if value.is_number() {
                                regs[dst as usize] = value;
                            } else {
                                attempt_into!(dst, move |vm: &mut Vm| convert::to_number(vm, value).map(Value::number));
                            }
                        }
                        Instruction::ToNumeric { dst, src } => {
                            let value = regs[src as usize];
                            if value.is_number() {
                                regs[dst as usize] = value;
                            } else {
                                attempt_into!(dst, move |vm: &mut Vm| bigint::to_numeric_value(vm, value));
                            }
                        }
                        Instruction::BitNot { dst, src } => {
                            let value = regs[src as usize];
                            match value.as_int() {
                                Some(int) => regs[dst as usize] = Value::int(!int),
                                None => attempt_into!(dst, move |vm: &mut Vm| operators::bit_not(vm, value)),
                            }
                        }
                        Instruction::Not { dst, src } => regs[dst as usize] = Value::bool(!truth!(regs[src as usize])),
                        Instruction::TypeOf { dst, src } => {
                            let value = regs[src as usize];
                            let name = operators::type_of(vm, value);
                            regs[dst as usize] = Value::string(name);
                        }
                        Instruction::ToPropertyKey { dst, src } => {
                            let value = regs[src as usize];
                            if value.is_object() {
                                attempt_into!(dst, move |vm: &mut Vm| elements::to_property_key_value(vm, value));
                            } else {
                                regs[dst as usize] = value;
                            }
                        }
                        Instruction::ToTemplatePart { dst, src } => {
                            part!(dst, regs[src as usize], |vm, value| convert::to_string(vm, value).map(Value::string))
                        }
                        Instruction::ToConcatenationPart { dst, src } => {
                            part!(dst, regs[src as usize], |vm, value| template::to_concatenation_part(vm, value))
                        }
                        Instruction::Concatenate { dst, count, first } => {
                            attempt_into!(dst, move |vm: &mut Vm| template::concatenate(
                                vm,
                                base + first as usize,
                                count.into()
                            ));
                        }

                        Instruction::Equal { dst, a, b } => {
                            equal!(regs[a as usize], regs[b as usize], set dst, true);
                        }
                        Instruction::NotEqual { dst, a, b } => {
                            equal!(regs[a as usize], regs[b as usize], set dst, false);
                        }
                        Instruction::StrictEqual { dst, a, b } => {
                            strict_equal!(regs[a as usize], regs[b as usize], set dst, true);
                        }
                        Instruction::StrictNotEqual { dst, a, b } => {
                            strict_equal!(regs[a as usize], regs[b as usize], set dst, false);
                        }
                        Instruction::Less { dst, a, b } => {
                            less!(regs[a as usize], regs[b as usize], set dst, true);
                        }
                        Instruction::LessEqual { dst, a, b } => {
                            less_equal!(regs[a as usize], regs[b as usize], set dst, true);
                        }
                        Instruction::Greater { dst, a, b } => {
                            greater!(regs[a as usize], regs[b as usize], set dst, true);
                        }
                        Instruction::GreaterEqual { dst, a, b } => {
                            greater_equal!(regs[a as usize], regs[b as usize], set dst, true);
                        }
                        Instruction::InstanceOf { dst, a, b } => {
                            let (a, b) = (regs[a as usize], regs[b as usize]);
                            match operators::known_instance_of(vm, a, b) {
                                Some(is_instance) => regs[dst as usize] = Value::bool(is_instance),
                                None => attempt_into!(dst, move |vm: &mut Vm| operators::instance_of(vm, a, b)
                                    .map(Value::bool)),
                            }
                        }
                        Instruction::In { dst, a, b } => {
                            let (a, b) = (regs[a as usize], regs[b as usize]);
                            match operators::is_known_in(vm, a, b) {
                                Some(is_there) => regs[dst as usize] = Value::bool(is_there),
                                None => attempt_into!(dst, move |vm: &mut Vm| operators::has_property_in(vm, a, b)
                                    .map(Value::bool)),
                            }
                        }

                        Instruction::Jump { to } => jump!(to),
                        Instruction::JumpIfTrue { a, to } => jump_if!(to, truth!(regs[a as usize])),
                        Instruction::JumpIfFalse { a, to } => jump_if!(to, !truth!(regs[a as usize])),
                        Instruction::JumpIfNullish { a, to } => jump_if!(to, regs[a as usize].is_nullish()),
                        Instruction::JumpIfNotNullish { a, to } => jump_if!(to, !regs[a as usize].is_nullish()),
                        Instruction::JumpIfEqualNull { a, to } => {
                            jump_if!(to, regs[a as usize].is_nullish() || vm.heap.is_html_dda(regs[a as usize]))
                        }
                        Instruction::JumpIfNotEqualNull { a, to } => {
                            jump_if!(to, !regs[a as usize].is_nullish() && !vm.heap.is_html_dda(regs[a as usize]))
                        }
                        Instruction::JumpIfUndefined { a, to } => jump_if!(to, regs[a as usize].is_undefined()),
                        Instruction::JumpIfNotUndefined { a, to } => jump_if!(to, !regs[a as usize].is_undefined()),
                        Instruction::JumpIfNull { a, to } => jump_if!(to, regs[a as usize].is_null()),
                        Instruction::JumpIfNotNull { a, to } => jump_if!(to, !regs[a as usize].is_null()),
                        Instruction::JumpIfTypeOf { a, name, to } => {
                            jump_if!(to, operators::has_type(vm, regs[a as usize], name))
                        }
                        Instruction::JumpIfNotTypeOf { a, name, to } => {
                            jump_if!(to, !operators::has_type(vm, regs[a as usize], name))
                        }
                        Instruction::JumpIfEqual { a, b, to } => {
                            equal!(regs[a as usize], regs[b as usize], jump to, true);
                        }
                        Instruction::JumpIfNotEqual { a, b, to } => {
                            equal!(regs[a as usize], regs[b as usize], jump to, false);
                        }
                        Instruction::JumpIfStrictEqual { a, b, to } => {
                            strict_equal!(regs[a as usize], regs[b as usize], jump to, true);
                        }
                        Instruction::JumpIfStrictNotEqual { a, b, to } => {
                            strict_equal!(regs[a as usize], regs[b as usize], jump to, false);
                        }
                        Instruction::JumpIfLess { a, b, to } => {
                            less!(regs[a as usize], regs[b as usize], jump to, true);
                        }
                        Instruction::JumpIfNotLess { a, b, to } => {
                            less!(regs[a as usize], regs[b as usize], jump to, false);
                        }
                        Instruction::JumpIfLessEqual { a, b, to } => {
                            less_equal!(regs[a as usize], regs[b as usize], jump to, true);
                        }
                        Instruction::JumpIfNotLessEqual { a, b, to } => {
                            less_equal!(regs[a as usize], regs[b as usize], jump to, false);
                        }
                        Instruction::JumpIfGreater { a, b, to } => {
                            greater!(regs[a as usize], regs[b as usize], jump to, true);
                        }
                        Instruction::JumpIfNotGreater { a, b, to } => {
                            greater!(regs[a as usize], regs[b as usize], jump to, false);
                        }
                        Instruction::JumpIfGreaterEqual { a, b, to } => {
                            greater_equal!(regs[a as usize], regs[b as usize], jump to, true);
                        }
                        Instruction::JumpIfNotGreaterEqual { a, b, to } => {
                            greater_equal!(regs[a as usize], regs[b as usize], jump to, false);
                        }
                        Instruction::JumpIfEqualInt { a, value, to } => {
                            equal!(regs[a as usize], Value::int(value.into()), jump to, true);
                        }
                        Instruction::JumpIfNotEqualInt { a, value, to } => {
                            equal!(regs[a as usize], Value::int(value.into()), jump to, false);
                        }
                        Instruction::JumpIfStrictEqualInt { a, value, to } => {
                            strict_equal!(regs[a as usize], Value::int(value.into()), jump to, true);
                        }
                        Instruction::JumpIfStrictNotEqualInt { a, value, to } => {
                            strict_equal!(regs[a as usize], Value::int(value.into()), jump to, false);
                        }
                        Instruction::JumpIfLessInt { a, value, to } => {
                            less!(regs[a as usize], Value::int(value.into()), jump to, true);
                        }
                        Instruction::JumpIfNotLessInt { a, value, to } => {
                            less!(regs[a as usize], Value::int(value.into()), jump to, false);
                        }
                        Instruction::JumpIfLessEqualInt { a, value, to } => {
                            less_equal!(regs[a as usize], Value::int(value.into()), jump to, true);
                        }
                        Instruction::JumpIfNotLessEqualInt { a, value, to } => {
                            less_equal!(regs[a as usize], Value::int(value.into()), jump to, false);
                        }
                        Instruction::JumpIfGreaterInt { a, value, to } => {
                            greater!(regs[a as usize], Value::int(value.into()), jump to, true);
                        }
                        Instruction::JumpIfNotGreaterInt { a, value, to } => {
                            greater!(regs[a as usize], Value::int(value.into()), jump to, false);
                        }
                        Instruction::JumpIfGreaterEqualInt { a, value, to } => {
                            greater_equal!(regs[a as usize], Value::int(value.into()), jump to, true);
                        }
                        Instruction::JumpIfNotGreaterEqualInt { a, value, to } => {
                            greater_equal!(regs[a as usize], Value::int(value.into()), jump to, false);
                        }
                        Instruction::Switch { a, table } => {
                            if let Some(to) = arithmetic::switch_target(
                                &code.register_code().switches[table as usize],
                                regs[a as usize],
                            ) {
                                jump!(to);
                            }
                        }

                        Instruction::GetOuter { dst, depth, index } => {
                            let record = environment::outer_record(vm, environment, depth);
                            regs[dst as usize] = match environment::closed_value(vm, record, index) {
                                Some(value) => value,
                                None => {
                                    cold_path();
                                    let value = open_value(&vm.heap, &stack, record, index);
                                    regs = window(&mut stack, base);
                                    value
                                }
                            };
                        }
                        Instruction::SetOuter { src, depth, index } => {
                            let value = regs[src as usize];
                            if let Some(record) = environment::outer_record(vm, environment, depth)
                                && !environment::set_closed_value(vm, record, index, value)
                            {
                                set_value(&mut vm.heap, &mut stack, record, index, value);
                                regs = window(&mut stack, base);
                            }
                        }

                        Instruction::CheckInitialized { src, name } => {
                            if regs[src as usize].is_empty() {
                                attempt!(move |vm: &mut Vm| variables::throw_not_initialized(vm, name));
                            }
                        }
                        Instruction::GetOuterChecked { dst, depth, index } => {
                            let record = environment::outer_record(vm, environment, depth);
                            let value = match environment::closed_value(vm, record, index) {
                                Some(value) => value,
                                None => {
                                    let value = open_value(&vm.heap, &stack, record, index);
                                    regs = window(&mut stack, base);
                                    value
                                }
                            };
                            if !value.is_empty() && value.as_record().is_none() {
                                regs[dst as usize] = value;
                            } else {
                                attempt_into!(dst, move |vm: &mut Vm| variables::get_outer_checked(vm, record, index));
                            }
                        }
                        Instruction::InitializeGlobal { src, cache } => {
                            let value = regs[src as usize];
                            attempt!(move |vm: &mut Vm| {
                                environment::initialize_lexical(vm, code.caches[cache as usize].key, value);
                                Ok(())
                            });
                        }

                        Instruction::GetGlobal { dst, cache } => get_global!(dst, cache),
                        Instruction::GetGlobalAndThis { base: at, cache } => {
                            regs[at.wrapping_add(1) as usize] = Value::UNDEFINED;
                            get_global!(at, cache);
                        }
                        Instruction::GetGlobalOrUndefined { dst, cache } => {
                            attempt_into!(dst, move |vm: &mut Vm| variables::get_global_or_undefined(
                                vm,
                                code.caches[cache as usize].key
                            ));
                        }
                        Instruction::SetGlobal { src, cache } => {
                            let cache = &code.caches[cache as usize];
                            let value = regs[src as usize];
                            if !cache.write_placed(&mut vm.heap, value) {
                                attempt!(move |vm: &mut Vm| {
                                    let is_strict_at = code.is_strict_at(vm.execution.pc);
                                    variables::set_global(vm, cache, value, is_strict_at)
                                });
                            }
                        }
                        Instruction::HasGlobal { dst, cache } => {
                            let key = code.caches[cache as usize].key;
                            attempt_into!(dst, move |vm: &mut Vm| variables::has_global(vm, key).map(Value::bool));
                        }
                        Instruction::SetGlobalIfExists { src, exists, cache } => {
                            let (value, exists) = (regs[src as usize], regs[exists as usize]);
                            attempt!(move |vm: &mut Vm| variables::set_global_if_exists(
                                vm,
                                &code.caches[cache as usize],
                                value,
                                exists
                            ));
                        }
                        Instruction::DeleteGlobal { dst, cache } => {
                            let key = code.caches[cache as usize].key;
                            attempt_into!(dst, move |vm: &mut Vm| variables::delete_global(vm, key).map(Value::bool));
                        }

                        Instruction::GetName { dst, name } => {
                            attempt_into!(dst, move |vm: &mut Vm| variables::get_name(vm, name))
                        }
                        Instruction::GetNameOrUndefined { dst, name } => {
                            attempt_into!(dst, move |vm: &mut Vm| variables::get_name_or_undefined(vm, name));
                        }
                        Instruction::GetNameAndThis { base: at, name } => {
                            let place = base + at as usize;
                            attempt!(move |vm: &mut Vm| {
                                (vm.execution.stack[place], vm.execution.stack[place + 1]) =
                                    variables::get_name_and_this(vm, name)?;
                                Ok(())
                            });
                        }
                        Instruction::ResolveName { dst, name } => {
                            attempt_into!(dst, move |vm: &mut Vm| variables::resolve_name(vm, name))
                        }
                        Instruction::GetResolved { dst, place, name } => {
                            let place = regs[place as usize];
                            attempt_into!(dst, move |vm: &mut Vm| variables::get_resolved(vm, place, name));
                        }
                        Instruction::SetResolved { src, place, name } => {
                            let (value, place) = (regs[src as usize], regs[place as usize]);
                            attempt!(move |vm: &mut Vm| variables::set_resolved(vm, place, name, value));
                        }
                        Instruction::DeleteName { dst, name } => {
                            attempt_into!(dst, move |vm: &mut Vm| variables::delete_name(vm, name).map(Value::bool));
                        }
                        Instruction::SetVariable { src, name } => {
                            let value = regs[src as usize];
                            attempt!(move |vm: &mut Vm| variables::set_variable(vm, name, value));
                        }

                        Instruction::MakeClosure { dst, scope, function } => {
                            attempt_into!(dst, move |vm: &mut Vm| Ok(variables::make_closure(vm, scope, function)));
                        }
                        Instruction::CloseScope { scope } => {
                            attempt!(move |vm: &mut Vm| {
                                unwinding::close_scope(vm, base, code.scopes[scope as usize]);
                                Ok(())
                            });
                        }
                        Instruction::Forget { first, count } => {
                            attempt!(move |vm: &mut Vm| generator::forget(vm, base + first as usize, count as usize));
                        }
                        Instruction::EnterWith { src, scope } => {
                            let value = regs[src as usize];
                            attempt!(move |vm: &mut Vm| variables::enter_with(vm, value, scope as u16));
                        }
                        Instruction::LoadCallee { dst } => {
                            regs[dst as usize] = Value::object(vm.frame().callee);
                        }
                        Instruction::CoerceThis {} => {
                            let this = regs[0];
                            if !this.is_object() {
                                attempt_into!(0, move |vm: &mut Vm| variables::coerce_this(vm, this));
                            }
                        }

                        Instruction::NewObject { dst, room } => {
                            let object = cell::new_object_of_literal(&mut vm.heap, vm.realm.shapes.object, room);
                            regs[dst as usize] = Value::object(object);
                        }
                        Instruction::NewArray { dst, capacity } => new_array!(dst, capacity),
                        Instruction::MakeObject { dst, first, literal, .. } => {
                            if let Some(shape) = code.literals[literal as usize].shape() {
                                let computed = &regs[first as usize..];
                                let object = vm.heap.new_object_of_boilerplate(code, literal, shape, computed);
                                regs[dst as usize] = Value::object(object);
                            } else {
                                let first = base + first as usize;
                                attempt_into!(dst, move |vm: &mut Vm| literal::first_object(vm, code, literal, first));
                            }
                        }
                        Instruction::MakeArray { dst, first, literal, .. } => make_array!(dst, first, literal),
                        Instruction::AppendElements { array, first, count } => {
                            attempt!(move |vm: &mut Vm| elements::append_elements(vm, base, array, first, count));
                        }
                        Instruction::NewRegExp { dst, pattern, flags } => {
                            let (source, flags) = (code.string(TextId(pattern)), code.string(TextId(flags.into())));
                            attempt_into!(dst, move |vm: &mut Vm| regexp::new_regexp(vm, source, flags));
                        }
                        Instruction::GetProperty { dst, object, cache } => {
                            let cache = &code.caches[cache as usize];
                            let value = regs[object as usize];
                            if let Some(object) = value.as_object()
                                && let Some(found) = cache.read(&vm.heap, object)
                            {
                                regs[dst as usize] = found;
                            } else if let Some(found) = get::known_property(vm, value, cache) {
                                regs[dst as usize] = found;
                            } else {
                                attempt_or_enter!(dst, move |vm: &mut Vm| get::get_property(vm, value, cache, dst));
                            }
                        }
                        Instruction::GetLength { dst, object, cache } => {
                            let value = regs[object as usize];
                            if let Some(object) = value.as_object()
                                && let Some(length) = vm.heap.length_of_array(object)
                                && length <= i32::MAX as u32
                            {
                                regs[dst as usize] = Value::int(length as i32);
                            } else if let Some(string) = value.as_string() {
                                regs[dst as usize] = Value::int(vm.heap.string_length(string) as i32);
                            } else if let Some(length) = get::known_length(vm, value, &code.caches[cache as usize]) {
                                regs[dst as usize] = length;
                            } else {
                                attempt_or_enter!(dst, move |vm: &mut Vm| get::get_property(
                                    vm,
                                    value,
                                    &code.caches[cache as usize],
                                    dst
                                ));
                            }
                        }
                        Instruction::SetProperty { object, src, cache } => {
                            let cache = &code.caches[cache as usize];
                            let (target, value) = (regs[object as usize], regs[src as usize]);
                            if let Some(object) = target.as_object()
                                && cache.write(&mut vm.heap, object, value)
                            {
                                continue;
                            }
                            enter_setter!(move |vm: &mut Vm| {
                                let is_strict = code.is_strict_at(vm.execution.pc);
                                set::set_property(vm, target, cache, value, is_strict)
                            });
                        }
                        Instruction::GetElement { dst, object, key } => {
                            let (target, key) = (regs[object as usize], regs[key as usize]);
                            if let (Some(object), Some(index)) = (target.as_object(), key.as_int()) {
                                if let Some(values) = cell::vector_of_array(&vm.heap, object)
                                    && let Some(&value) = values.get(index as u32 as usize)
                                    && !value.is_empty()
                                {
                                    regs[dst as usize] = value;
                                    continue;
                                }
                                if let Some(value) = views::typed_element(&vm.heap, object, index as u32 as usize) {
                                    regs[dst as usize] = value;
                                    continue;
                                }
                            }
                            attempt_into!(dst, move |vm: &mut Vm| elements::get_element(vm, target, key));
                        }
                        Instruction::SetElement { object, key, src } => {
                            let (target, key, value) = (regs[object as usize], regs[key as usize], regs[src as usize]);
                            if let (Some(object), Some(index)) = (target.as_object(), key.as_int())
                                && (cell::replace_in_vector(&mut vm.heap, object, index as u32 as usize, value)
                                    || views::set_typed_element(&mut vm.heap, object, index as u32 as usize, value))
                            {
                            } else {
                                attempt!(move |vm: &mut Vm| {
                                    let is_strict = code.is_strict_at(vm.execution.pc);
                                    elements::set_element(vm, target, key, value, is_strict)
                                });
                            }
                        }
                        Instruction::GetElementInt { dst, object, index } => {
                            let target = regs[object as usize];
                            if let Some(object) = target.as_object()
                                && let Some(values) = cell::vector_of_array(&vm.heap, object)
                                && let Some(&value) = values.get(index as usize)
                                && !value.is_empty()
                            {
                                regs[dst as usize] = value;
                            } else {
                                attempt_into!(dst, move |vm: &mut Vm| elements::get_element(
                                    vm,
                                    target,
                                    Value::number(index.into())
                                ));
                            }
                        }
                        Instruction::SetElementInt { object, src, index } => {
                            let (target, value) = (regs[object as usize], regs[src as usize]);
                            let array = target.as_object();
                            if !array.is_some_and(|array| {
                                cell::replace_in_vector(&mut vm.heap, array, index as usize, value)
                            }) {
                                attempt!(move |vm: &mut Vm| {
                                    let is_strict_at3 = code.is_strict_at(vm.execution.pc);
                                    elements::set_element(vm, target, Value::number(index.into()), value, is_strict_at3)
                                });
                            }
                        }
                        Instruction::GetMethod { base: at, object, cache } => {
                            let cache = &code.caches[cache as usize];
                            let target = regs[object as usize];
                            regs[at.wrapping_add(1) as usize] = target;
                            if let Some(object) = target.as_object()
                                && let Some(method) = cache.read(&vm.heap, object)
                            {
                                regs[at as usize] = method;
                            } else if target.is_string()
                                && let Some(method) = cache.read_inherited(&vm.heap, vm.realm.shapes.string_value)
                            {
                                regs[at as usize] = method;
                            } else if let Some(method) = get::known_property(vm, target, cache) {
                                regs[at as usize] = method;
                            } else {
                                attempt_or_enter!(at, move |vm: &mut Vm| get::get_property(vm, target, cache, at));
                            }
                        }
                        Instruction::GetMethodElement { base: at, object, key } => {
                            let (target, key) = (regs[object as usize], regs[key as usize]);
                            regs[at as usize + 1] = target;
                            attempt_into!(at, move |vm: &mut Vm| elements::get_element(vm, target, key));
                        }
                        Instruction::DeleteProperty { dst, object, cache } => {
                            let (target, key) = (regs[object as usize], code.caches[cache as usize].key);
                            attempt_into!(dst, move |vm: &mut Vm| {
                                let is_strict_at4 = code.is_strict_at(vm.execution.pc);
                                elements::delete_property(vm, target, key, is_strict_at4)
                            });
                        }
                        Instruction::DeleteElement { dst, object, key } => {
                            let (target, key) = (regs[object as usize], regs[key as usize]);
                            attempt_into!(dst, move |vm: &mut Vm| {
                                let is_strict_at5 = code.is_strict_at(vm.execution.pc);
                                elements::delete_element(vm, target, key, is_strict_at5)
                            });
                        }
                        Instruction::CheckObject { object, key } => {
                            let (target, key) = (regs[object as usize], regs[key as usize]);
                            if target.is_nullish() {
                                attempt!(move |vm: &mut Vm| elements::property_of_nullish(vm, target, key));
                            }
                        }
                        Instruction::DefineProperty { object, src, cache } => {
                            let cache = &code.caches[cache as usize];
                            let (target, value) = (regs[object as usize], regs[src as usize]);
                            if cache.add(&mut vm.heap, target, value) {
                                continue;
                            }
                            attempt!(move |vm: &mut Vm| set::define_literal_property(vm, target, cache, value));
                        }
                        Instruction::DefineElement { object, key, src } => {
                            let (target, key, value) = (regs[object as usize], regs[key as usize], regs[src as usize]);
                            attempt!(move |vm: &mut Vm| set::define_literal_element(vm, target, key, value));
                        }
                        Instruction::DefineGetter { object, key, function } => {
                            let (target, key, function) =
                                (regs[object as usize], regs[key as usize], regs[function as usize]);
                            attempt!(move |vm: &mut Vm| set::define_literal_accessor(
                                vm,
                                target,
                                key,
                                Some(function),
                                None
                            ));
                        }
                        Instruction::DefineSetter { object, key, function } => {
                            let (target, key, function) =
                                (regs[object as usize], regs[key as usize], regs[function as usize]);
                            attempt!(move |vm: &mut Vm| set::define_literal_accessor(
                                vm,
                                target,
                                key,
                                None,
                                Some(function)
                            ));
                        }
                        Instruction::SetPrototype { object, src } => {
                            let (target, value) = (regs[object as usize], regs[src as usize]);
                            attempt!(move |vm: &mut Vm| set::set_literal_prototype(vm, target, value));
                        }
                        Instruction::GetPrivate { dst, object, key, cache } => {
                            let (cache, target) = (&code.caches[cache as usize], regs[object as usize]);
                            let name = regs[key as usize];
                            match cache.read_private(&vm.heap, target, name) {
                                Some(value) => regs[dst as usize] = value,
                                None => attempt_or_enter!(dst, move |vm: &mut Vm| private::get_private(
                                    vm,
                                    target,
                                    name,
                                    Some(cache),
                                    dst
                                )),
                            }
                        }
                        Instruction::SetPrivate { object, key, src, cache } => {
                            let (cache, target) = (&code.caches[cache as usize], regs[object as usize]);
                            let (name, value) = (regs[key as usize], regs[src as usize]);
                            if !cache.write_private(&mut vm.heap, target, name, value) {
                                enter_setter!(move |vm: &mut Vm| private::set_private(
                                    vm,
                                    target,
                                    name,
                                    value,
                                    Some(cache)
                                ));
                            }
                        }
                        Instruction::GetTemplateObject { dst, template } => {
                            attempt_into!(dst, move |vm: &mut Vm| template::template_object(vm, code, template));
                        }
                        Instruction::Intrinsic { which, dst, first } => intrinsic!(which, dst, first),

                        Instruction::ForInStart { dst, src } => {
                            let value = regs[src as usize];
                            attempt_into!(dst, move |vm: &mut Vm| enumeration::start_enumeration(vm, value));
                        }
                        Instruction::ForInNext { dst, enumeration, to } => for_in_next!(dst, enumeration, to),
                        Instruction::GetIterator { src, iter } => {
                            let value = regs[src as usize];
                            attempt!(move |vm: &mut Vm| iterate::get_iterator_row(vm, value, base + iter as usize));
                        }
                        Instruction::IteratorNext { dst, iter } => {
                            let row = base + iter as usize;
                            if let Some(array) = stack[row].as_object()
                                && let Some(index) = stack[row + 1].as_int()
                                && let Some(values) = cell::vector_of_array(&vm.heap, array)
                                && let Some(&value) = values.get(index as u32 as usize)
                                && !value.is_empty()
                            {
                                stack[row + 1] = Value::int(index.wrapping_add(1));
                                regs = window(&mut stack, base);
                                regs[dst as usize] = value;
                                // The next instruction, which would unpack the value, is skipped.
                                rest.next();
                            } else {
                                enter!(dst, iterate::next_of_row(vm, row, dst));
                            }
                        }
                        Instruction::IteratorUnpack { dst, iter, to } => {
                            unpack!(iterate::unpack_into_row, dst, iter, to);
                        }
                        Instruction::IteratorSkip { dst, iter, to } => unpack!(iterate::skip_in_row, dst, iter, to),
                        Instruction::IteratorReturn { dst, iter, to } => {
                            let (row, place) = (base + iter as usize, base + dst as usize);
                            attempt_or_enter!(dst, move |vm: &mut Vm| match iterate::return_of_row(vm, row)? {
                                Some(method) => iterate::enter_return(vm, method, dst),
                                None => vm.jump_instead(to, place),
                            });
                        }
                        Instruction::AppendIterable { array, src } => append_iterable!(array, src),
                        Instruction::CallList { dst, form, scope, base: at } => {
                            enter!(dst, iterate::enter_list_call(vm, form, base + at as usize, dst, scope));
                        }

                        Instruction::TailCall { dst, callee, base: at, argc, plain } if code.makes_tail_calls => {
                            let callee = regs[callee as usize];
                            if plain != 0 {
                                regs[at.wrapping_add(1) as usize] = Value::UNDEFINED;
                            }
                            enter!(dst, calls::enter_tail_call(vm, callee, base + at as usize + 1, argc.into(), dst));
                        }
                        Instruction::Call { dst, callee, base: at, argc, plain }
                        | Instruction::TailCall { dst, callee, base: at, argc, plain } => {
                            let callee = regs[callee as usize];
                            if plain != 0 {
                                regs[at.wrapping_add(1) as usize] = Value::UNDEFINED;
                            }
                            call!(dst, callee, at, argc)
                        }
                        Instruction::CallEval { dst, base: at, argc, scope } => {
                            let (callee, first) = (regs[at as usize], base + at as usize + 1);
                            enter!(dst, eval::enter_eval_call(vm, callee, first, argc.into(), dst, scope as u16));
                        }
                        Instruction::New { dst, base: at, argc } => {
                            let constructor = regs[at as usize];
                            enter!(
                                dst,
                                calls::enter_new_here(vm, constructor, base + at as usize + 1, argc.into(), dst)
                            );
                        }
                        Instruction::CallWide { dst, argc, base: at } => {
                            call!(dst, stack[base + at as usize], at, argc)
                        }
                        Instruction::TailCallWide { dst, argc, base: at } => {
                            let callee = stack[base + at as usize];
                            enter!(dst, calls::enter_tail_call(vm, callee, base + at as usize + 1, argc.into(), dst));
                        }
                        Instruction::CallEvalWide { dst, argc, base: at, scope } => {
                            let (callee, first) = (stack[base + at as usize], base + at as usize + 1);
                            enter!(dst, eval::enter_eval_call(vm, callee, first, argc.into(), dst, scope));
                        }
                        Instruction::NewWide { dst, argc, base: at } => {
                            let constructor = stack[base + at as usize];
                            enter!(dst, calls::enter_new(vm, constructor, base + at as usize + 1, argc.into(), dst));
                        }
                        Instruction::ConstructSuper { dst, argc, base: at } => {
                            enter!(dst, class::construct_super(vm, base + at as usize, argc, dst));
                        }
                        Instruction::Return { src } => leave!(regs[src as usize]),
                        Instruction::ReturnUndefined {} => leave!(Value::UNDEFINED),
                        Instruction::StartActivation { live } => {
                            suspend!(move |vm: &mut Vm| generator::start_activation(vm, live as usize))
                        }
                        Instruction::Yield { dst, src, live } => {
                            let value = regs[src as usize];
                            suspend!(move |vm: &mut Vm| generator::yield_value(vm, value, live as usize, Some(dst)))
                        }
                        Instruction::OpenDelegate { dst, src } => {
                            let value = regs[src as usize];
                            attempt_into!(dst, move |vm: &mut Vm| delegation::open_delegate(vm, value));
                        }
                        Instruction::CallDelegate { base: at } => {
                            let (delegate, sent) = (regs[at as usize], regs[at as usize + 1]);
                            enter!(at + 1, delegation::enter_delegate(vm, delegate, sent, at + 1));
                        }
                        Instruction::JumpIfDelegated { base: at, to } => {
                            let (delegate, result) = (regs[at as usize], regs[at as usize + 1]);
                            let place = base + at as usize + 1;
                            attempt_or_enter!(at + 1, move |vm: &mut Vm| match delegation::delegate_result(
                                vm, delegate, result
                            )? {
                                Delegated::Done(value) => {
                                    vm.execution.stack[place] = value;
                                    vm.jump_instead(to, place)
                                }
                                Delegated::Yields => Ok(Entered::Value(result)),
                                Delegated::Returns(value) => Ok(Entered::Return(value)),
                            });
                        }
                        Instruction::YieldDelegate { base, live } => {
                            let (delegate, result, dst) =
                                (regs[base as usize], regs[base as usize + 1], Some(base + 1));
                            suspend!(move |vm: &mut Vm| generator::yield_delegate(
                                vm,
                                delegate,
                                result,
                                live as usize,
                                dst
                            ))
                        }
                        Instruction::Await { dst, src, live } => {
                            let value = regs[src as usize];
                            suspend!(move |vm: &mut Vm| generator::await_value(vm, value, live as usize, Some(dst)))
                        }
                        Instruction::Throw { src } => {
                            vm.execution.pc = pc!() as u32;
                            let value = regs[src as usize];
                            vm.execution.stack = stack;
                            break 'resume Abrupt::Throw(Throw::Exception(value));
                        }
                        Instruction::Rethrow { src } => {
                            vm.execution.pc = pc!() as u32;
                            vm.execution.stack = stack;
                            break 'resume unwinding::resume_completion(vm, base + src as usize);
                        }
                        Instruction::ThrowError { kind, message } => {
                            attempt!(move |vm: &mut Vm| eval::throw_constant_error(vm, kind, message));
                        }
                        Instruction::Tick { amount } => {
                            if vm.heap.budget.spend(amount) {
                                attempt!(move |vm: &mut Vm| vm.check_limits());
                            }
                        }
                    }
                }
            }
        };
        if let Left::Break(exit) = unwinding::unwind(vm, abrupt) {
            return exit;
        }
    }
}
