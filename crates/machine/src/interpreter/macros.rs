//! Macros for the arms of the loop. A macro sees only the variables that it is given, so `arms_of!` takes those of the
//! loop, and its labels, and defines the others with them. All of their code becomes part of the one function.

/// Defines the macros of the arms: `pc!` and `note!` (the frame's position), `attempt!` and its variants (out-of-line
/// operations), `enter!`, `leave!`, `suspend!`, `call!` (frames), `jump!`, and the operators. The first token is the
/// dollar sign, for repetitions.
macro_rules! arms_of {
    (
        $d:tt, $machine:ident, $set:ident, $again:ident, $code:ident, $instructions:ident, $callers:ident, $bottom:ident,
        $environment:ident, $stack:ident, $start:ident, $base:ident, $rest:ident, $regs:ident,
        $frame:lifetime, $resume:lifetime, $enter:lifetime
    ) => {
        /// Returns the index of the next instruction.
        macro_rules! pc {
            () => {
                ($rest.as_slice().as_ptr().addr() - $instructions.as_ptr().addr()) / size_of::<Instruction>()
            };
        }
        /// Gives the stack back to the machine and notes the position.
        macro_rules! note {
            () => {
                $machine.execution.pc = pc!() as u32;
                $machine.execution.stack = $stack;
                $machine.execution.top = $machine.frame().top as usize;
            };
        }
        /// Calls an operation with the whole machine out of line, so that no value of the arm lives on across the call.
        /// Continues with the instruction at the machine's position.
        macro_rules! attempt {
            ($operation:expr) => {{
                note!();
                match out_of_line($machine, $operation) {
                    Ok(()) => continue $resume,
                    Err(thrown) => break $resume Abrupt::Throw(thrown),
                }
            }};
        }
        /// Calls an operation out of line that may jump, and that returns whether the run pauses.
        macro_rules! attempt_to_jump {
            ($operation:expr) => {{
                note!();
                match out_of_line($machine, $operation) {
                    Ok(false) => continue $resume,
                    Ok(true) => return LoopExit::Paused,
                    Err(thrown) => break $resume Abrupt::Throw(thrown),
                }
            }};
        }
        /// Calls an operation out of line and stores its value in a register.
        macro_rules! attempt_into {
            ($dst:expr, $operation:expr) => {{
                let dst = $dst;
                attempt!(move |vm: &mut Vm| {
                    let value: Completion<Value> = $operation(vm);
                    vm.execution.stack[$base + dst as usize] = value?;
                    Ok(())
                })
            }};
        }
        /// Continues with the frame that was pushed, or with the next instruction.
        macro_rules! go_on {
            ($entered:expr) => {
                match $entered {
                    Ok(Entered::Frame) => continue $frame,
                    Ok(Entered::Value(_)) => continue $resume,
                    Ok(Entered::Return(value)) => break $resume Abrupt::Return(value),
                    Ok(Entered::Exit(exit)) => return exit,
                    Err(thrown) => break $resume Abrupt::Throw(thrown),
                }
            };
        }
        /// Calls an operation out of line that gives a register's value or pushes a frame.
        macro_rules! attempt_or_enter {
            ($dst:expr, $operation:expr) => {{
                let dst = $dst;
                note!();
                go_on!(out_of_line($machine, move |vm: &mut Vm| {
                    let entered = $operation(vm)?;
                    if let Entered::Value(value) = entered {
                        vm.execution.stack[$base + dst as usize] = value;
                    }
                    Ok(entered)
                }))
            }};
        }
        /// Continues with the frame that a call has pushed, or with the value that it gave.
        macro_rules! enter {
            ($dst:expr, $call:expr) => {{
                note!();
                match $call {
                    Ok(Entered::Value(value)) => {
                        $machine.execution.stack[$base + $dst as usize] = value;
                        continue $resume;
                    }
                    entered => go_on!(entered),
                }
            }};
        }
        /// Continues with the frame of a setter, whose value is dropped.
        macro_rules! enter_setter {
            ($call:expr) => {{
                note!();
                go_on!(out_of_line($machine, $call))
            }};
        }
        /// Calls an operation that may suspend the running frame. Continues with the frame that runs afterwards.
        macro_rules! suspend {
            ($operation:expr) => {{
                note!();
                match out_of_line($machine, $operation) {
                    Ok(Left::Continue(())) => continue $frame,
                    Ok(Left::Break(exit)) => return exit,
                    Err(thrown) => break $resume Abrupt::Throw(thrown),
                }
            }};
        }
        /// Ends the frame.
        macro_rules! leave {
            ($value:expr) => {{
                let mut value: Value = $value;
                let running = *$machine.frame();
                if running.ending == Ending::Plain {
                    if running.kind == FrameKind::Construct {
                        cold_path();
                        if !value.is_object() {
                            value = $regs[0];
                        }
                    }
                    // Fast path: returns to script code, with nothing to close.
                    $machine.execution.frames.pop();
                    let caller = *$machine.frame();
                    $stack[(caller.base + u32::from(running.dst)) as usize] = value;
                    if caller.code != running.code {
                        let depth = $machine.execution.frames.len();
                        if running.is_caller_known
                            && let (known, Some(code)) = $callers[depth % CALLERS]
                            && known == depth
                        {
                            $code = code;
                        } else {
                            let cell = $machine.heap.code_cell(caller.code);
                            if !ptr::eq(&*cell.set, $set) {
                                $machine.execution.stack = $stack;
                                $machine.execution.pc = caller.pc;
                                return LoopExit::OtherCode;
                            }
                            $code = $set.block(cell.index);
                        }
                        $instructions = &$code.instructions;
                    }
                    ($bottom, $environment) = (caller.base, caller.environment);
                    $start = caller.pc as usize;
                    continue $enter;
                }
                $machine.execution.stack = $stack;
                if running.ending == Ending::Entry {
                    let Some(again) = &mut $again else {
                        $machine.pop_plain_frame();
                        return LoopExit::Value(value);
                    };
                    match again($machine, value) {
                        // Mostly the same function in the same place.
                        Ok(ControlFlow::Continue(())) if $machine.frame().is_like(&running) => continue $resume,
                        Ok(ControlFlow::Continue(())) => continue $frame,
                        Ok(ControlFlow::Break(())) => return LoopExit::Value(value),
                        Err(thrown) => return thrown.into(),
                    }
                }
                match frames::leave($machine, value) {
                    Ok(Left::Continue(())) => continue $frame,
                    Ok(Left::Break(exit)) => return exit,
                    Err(thrown) => break $resume Abrupt::Throw(thrown),
                }
            }};
        }
        macro_rules! jump {
            ($to:expr) => {{
                let to = $to as usize;
                let target = &$instructions[to..];
                let (here, there) = ($rest.as_slice().as_ptr().addr(), target.as_ptr().addr());
                if there < here && $machine.heap.budget.spend(((here - there) / size_of::<Instruction>()) as u32) {
                    attempt_to_jump!(move |vm: &mut Vm| vm.jump_with_safepoint(to as u32));
                }
                $rest = target.iter();
            }};
        }
        /// Converts a part of a concatenation if it is an object or a symbol.
        macro_rules! part {
            ($dst:expr, $value:expr, |$vm:ident, $of:ident| $conversion:expr) => {{
                let value: Value = $value;
                if value.is_object() || value.is_symbol() {
                    attempt_into!($dst, move |$vm: &mut Vm| {
                        let $of = value;
                        $conversion
                    });
                } else {
                    $regs[$dst as usize] = value;
                }
            }};
        }
        macro_rules! jump_if {
            ($to:expr, $condition:expr) => {
                if $condition {
                    jump!($to);
                }
            };
        }
        /// Uses the result of a comparison: as a value, or for a jump.
        macro_rules! conclude {
            ($result:expr, set $dst:ident, $wanted:literal) => {
                $regs[$dst as usize] = Value::bool($result == $wanted)
            };
            ($result:expr, jump $to:ident, $wanted:literal) => {
                if $result == $wanted {
                    jump!($to);
                }
            };
        }
        /// Uses the result of a comparison that takes an operation out of line.
        macro_rules! conclude_out_of_line {
            ($operation:expr, set $dst:ident, $wanted:literal) => {
                attempt_into!($dst, move |vm: &mut Vm| Ok(Value::bool($operation(vm)? == $wanted)))
            };
            ($operation:expr, jump $to:ident, $wanted:literal) => {
                attempt_to_jump!(move |vm: &mut Vm| match $operation(vm)? == $wanted {
                    true => vm.jump($to),
                    false => Ok(false),
                })
            };
        }
        macro_rules! arithmetic {
            ($dst:expr, $a:expr, $b:expr, $checked:ident, $operator:tt, $operation:expr) => {{
                let (a, b): (Value, Value) = ($a, $b);
                if Value::are_ints(a, b)
                    && let Some(result) = a.int_unchecked().$checked(b.int_unchecked())
                {
                    $regs[$dst as usize] = Value::int(result);
                } else if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
                    $regs[$dst as usize] = Value::double(a $operator b);
                } else {
                    attempt_into!($dst, move |vm: &mut Vm| $operation(vm, a, b));
                }
            }};
        }
        macro_rules! multiply {
            ($dst:expr, $a:expr, $b:expr) => {{
                let (a, b): (Value, Value) = ($a, $b);
                // A zero may have to be negative.
                if Value::are_ints(a, b)
                    && let Some(result) = a.int_unchecked().checked_mul(b.int_unchecked())
                    && result != 0
                {
                    $regs[$dst as usize] = Value::int(result);
                } else if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
                    $regs[$dst as usize] = Value::number(a * b);
                } else {
                    attempt_into!($dst, move |vm: &mut Vm| operators::arithmetic(vm, Arithmetic::Multiply, a, b));
                }
            }};
        }
        macro_rules! divide {
            ($dst:expr, $a:expr, $b:expr) => {{
                let (a, b): (Value, Value) = ($a, $b);
                if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
                    $regs[$dst as usize] = Value::number(a / b);
                } else {
                    attempt_into!($dst, move |vm: &mut Vm| operators::arithmetic(vm, Arithmetic::Divide, a, b));
                }
            }};
        }
        macro_rules! remainder {
            ($dst:expr, $a:expr, $b:expr) => {{
                let (a, b): (Value, Value) = ($a, $b);
                if Value::are_ints(a, b) && a.int_unchecked() >= 0 && b.int_unchecked() > 0 {
                    $regs[$dst as usize] = Value::int(a.int_unchecked() % b.int_unchecked());
                } else if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
                    $regs[$dst as usize] = Value::number(a % b);
                } else {
                    attempt_into!($dst, move |vm: &mut Vm| operators::arithmetic(vm, Arithmetic::Remainder, a, b));
                }
            }};
        }
        macro_rules! bitwise {
            ($dst:expr, $a:expr, $b:expr, $operation:ident, |$x:ident, $y:ident| $result:expr) => {{
                let (a, b): (Value, Value) = ($a, $b);
                if Value::are_ints(a, b) {
                    let ($x, $y) = (a.int_unchecked(), b.int_unchecked());
                    $regs[$dst as usize] = $result;
                } else if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
                    $regs[$dst as usize] = Arithmetic::$operation.apply(a, b);
                } else {
                    attempt_into!($dst, move |vm: &mut Vm| operators::arithmetic(vm, Arithmetic::$operation, a, b));
                }
            }};
        }
        macro_rules! compare {
            ($a:expr, $b:expr, $operator:tt, $slow:expr, $d($end:tt)*) => {{
                let (a, b): (Value, Value) = ($a, $b);
                let result = if Value::are_ints(a, b) {
                    a.int_unchecked() $operator b.int_unchecked()
                } else if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
                    a $operator b
                } else {
                    conclude_out_of_line!(move |vm: &mut Vm| $slow(vm, a, b), $d($end)*)
                };
                conclude!(result, $d($end)*);
            }};
        }
        macro_rules! less {
            ($a:expr, $b:expr, $d($end:tt)*) => {
                compare!($a, $b, <, |vm: &mut Vm, a, b| {
                    Completion::Ok(operators::is_less_than(vm, a, b, Order::LeftFirst)? == Some(true))
                }, $d($end)*)
            };
        }
        macro_rules! less_equal {
            ($a:expr, $b:expr, $d($end:tt)*) => {
                compare!($a, $b, <=, |vm: &mut Vm, a, b| {
                    Completion::Ok(operators::is_less_than(vm, b, a, Order::RightFirst)? == Some(false))
                }, $d($end)*)
            };
        }
        macro_rules! greater {
            ($a:expr, $b:expr, $d($end:tt)*) => {
                compare!($a, $b, >, |vm: &mut Vm, a, b| {
                    Completion::Ok(operators::is_less_than(vm, b, a, Order::RightFirst)? == Some(true))
                }, $d($end)*)
            };
        }
        macro_rules! greater_equal {
            ($a:expr, $b:expr, $d($end:tt)*) => {
                compare!($a, $b, >=, |vm: &mut Vm, a, b| {
                    Completion::Ok(operators::is_less_than(vm, a, b, Order::LeftFirst)? == Some(false))
                }, $d($end)*)
            };
        }
        macro_rules! equal {
            ($a:expr, $b:expr, $d($end:tt)*) => {
                compare!($a, $b, ==, |vm: &mut Vm, a, b| operators::is_loosely_equal(vm, a, b), $d($end)*)
            };
        }
        macro_rules! strict_equal {
            ($a:expr, $b:expr, $d($end:tt)*) => {{
                let (a, b): (Value, Value) = ($a, $b);
                let result = if a == b && !a.is_double() {
                    true
                } else if a.is_object() || b.is_object() || Value::are_ints(a, b) {
                    false
                } else {
                    conclude_out_of_line!(move |vm: &mut Vm| operators::is_strictly_equal(vm, a, b), $d($end)*)
                };
                conclude!(result, $d($end)*);
            }};
        }
        macro_rules! call {
            ($dst:expr, $callee:expr, $at:expr, $argc:expr) => {{
                let callee: Value = $callee;
                // Fast path: a function of this realm without scopes and `arguments`, whose frame needs only registers,
                // which lie in its window.
                if let Some(object) = callee.as_object()
                    && let Some((id, outer)) = $machine.heap.closure(object)
                    && $machine.heap.budget.spend_for_fast_path()
                {
                    let cell = $machine.heap.code_cell(id);
                    let block = &*cell.block;
                    let first = $base + $at as usize + 1;
                    let depth = $machine.execution.frames.len();
                    if block.plain_in == Some($machine.realm.id)
                        && (ptr::eq(block, $code) || ptr::eq(&*cell.set, $set))
                        && first + WINDOW <= $stack.len()
                        && depth < $machine.execution.frames.capacity()
                    {
                        let passed = 1 + u32::from($argc).min(block.parameter_count) as usize;
                        let registers = block.register_count as usize;
                        $machine.execution.frames.push(Frame {
                            code: id,
                            callee: object,
                            environment: outer,
                            base: first as u32,
                            top: (first + registers) as u32,
                            pc: 0,
                            dst: $dst,
                            kind: FrameKind::Call,
                            ending: Ending::Plain,
                            is_caller_known: true,
                        });
                        if let Some(caller) = depth.checked_sub(1).and_then(|depth| $machine.execution.frames.get_mut(depth)) {
                            caller.pc = pc!() as u32;
                        }
                        let callees = window(&mut $stack, first);
                        $start = if !WATCHED && callees[0].is_object() { block.start_with_object as usize } else { 0 };
                        clear_window(callees, passed, registers);
                        if !ptr::eq(block, $code) {
                            $callers[depth % CALLERS] = (depth, Some($code));
                            $code = $set.block(cell.index);
                            $instructions = &$code.instructions;
                        }
                        ($bottom, $environment) = (first as u32, outer);
                        continue $enter;
                    }
                    $machine.heap.budget.take_back();
                }
                enter!($dst, calls::enter_call($machine, callee, $base + $at as usize + 1, $argc.into(), $dst));
            }};
        }
        /// Calls an intrinsic. Each of these has a way that needs no more of the machine than its heap: then nothing is noted.
        macro_rules! intrinsic {
            ($which:expr, $dst:expr, $first:expr) => {{
                let (which, first) = ($which, $first as usize);
                // The script's own frame lies at the bottom.
                let below = $stack.get($base.wrapping_sub(1)).copied().unwrap_or(Value::UNDEFINED);
                $regs = window(&mut $stack, $base);
                match intrinsic_at_once($machine, which, $regs, first, below) {
                    Some(value) => $regs[$dst as usize] = value,
                    None => {
                        let first = $base + first;
                        attempt_into!($dst, move |vm: &mut Vm| intrinsic::numbered_intrinsic(vm, which, first))
                    }
                }
            }};
        }
        macro_rules! new_array {
            ($dst:expr, $capacity:expr) => {{
                let capacity = $capacity;
                match variables::new_array_at_once($machine, capacity) {
                    Some(array) => $regs[$dst as usize] = array,
                    None => {
                        attempt_into!($dst, move |vm: &mut Vm| variables::new_array_with_capacity(vm, capacity))
                    }
                }
            }};
        }
        macro_rules! make_array {
            ($dst:expr, $first:expr, $literal:expr) => {{
                let (first, literal) = ($first as usize, $literal);
                match literal::array_at_once($machine, $code, literal, &$regs[first..]) {
                    Some(array) => $regs[$dst as usize] = array,
                    None => {
                        let (code, first) = ($code, $base + first);
                        attempt_into!($dst, move |vm: &mut Vm| literal::array_of_literal(vm, code, literal, first))
                    }
                }
            }};
        }
        macro_rules! append_iterable {
            ($array:expr, $src:expr) => {{
                let (array, iterable) = ($regs[$array as usize], $regs[$src as usize]);
                if !iterate::append_at_once($machine, array, iterable) {
                    attempt!(move |vm: &mut Vm| iterate::append_iterable(vm, array, iterable));
                }
            }};
        }
        macro_rules! for_in_next {
            ($dst:expr, $enumeration:expr, $to:expr) => {{
                let (enumeration, place, to) = ($regs[$enumeration as usize], $base + $dst as usize, $to);
                if let Some(name) = enumeration::next_name_by_shape(&mut $machine.heap, enumeration) {
                    $regs[$dst as usize] = name;
                } else {
                    attempt_to_jump!(move |vm: &mut Vm| match enumeration::next_enumerated(vm, enumeration)? {
                        Some(name) => {
                            vm.execution.stack[place] = name;
                            Ok(false)
                        }
                        None => vm.jump(to),
                    });
                }
            }};
        }
        macro_rules! unpack {
            ($operation:expr, $dst:expr, $iter:expr, $to:expr) => {{
                let result = $regs[$dst as usize];
                if result.is_empty() {
                    jump!($to);
                } else {
                    let (row, place, to) = ($base + $iter as usize, $base + $dst as usize, $to);
                    attempt_to_jump!(move |vm: &mut Vm| match $operation(vm, row, result)? {
                        Some(value) => {
                            vm.execution.stack[place] = value;
                            Ok(false)
                        }
                        None => vm.jump(to),
                    });
                }
            }};
        }
        macro_rules! get_global {
            ($dst:expr, $cache:expr) => {{
                let cache = &$code.caches[$cache as usize];
                if let Some(value) = cache.read_placed(&$machine.heap) {
                    $regs[$dst as usize] = value;
                } else if let Some(value) = variables::known_global($machine, cache) {
                    $regs[$dst as usize] = value;
                } else {
                    attempt_into!($dst, move |vm: &mut Vm| variables::get_global(vm, cache));
                }
            }};
        }
        macro_rules! truth {
            ($value:expr) => {{
                let value: Value = $value;
                if value.is_bool() { value == Value::TRUE } else { $machine.heap.to_boolean(value) }
            }};
        }
    };
}
