//! Functions that can be suspended: generators and async functions (ECMA-262 15.5 and 15.8).

use ferrotape_bytecode::ActivationKind;
use ferrotape_syntax::tree::{ExpressionId, Function};

use super::{Compiled, Machine};

/// The event that a suspended activation waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Suspend {
    /// A call of `next`, `throw` or `return` of the generator.
    Yield,
    /// The settlement of a promise.
    Await,
    /// The settlement of a promise, and then a `Yield` of the value that it was fulfilled with.
    AwaitAndYield,
}

/// Returns the kind of activation that a call makes besides a frame.
pub(super) fn activation_of(function: &Function) -> ActivationKind {
    match (function.is_generator, function.is_async) {
        (false, false) => ActivationKind::Plain,
        (true, false) => ActivationKind::Generator,
        (false, true) => ActivationKind::Async,
        (true, true) => ActivationKind::AsyncGenerator,
    }
}

/// Returns whether the function awaits a value before it returns it.
pub(super) fn is_async_generator(function: &Function) -> bool {
    activation_of(function) == ActivationKind::AsyncGenerator
}

/// Begins the activation of an async function, before its parameters: their errors reject its promise.
pub(super) fn begin_function<'t>(m: &mut impl Machine<'t>) -> Compiled {
    if activation_of(m.core().function) == ActivationKind::Async { m.start_activation() } else { Ok(()) }
}

/// Begins the activation of a generator, after its parameters: their errors are thrown to the caller.
pub(super) fn begin_body<'t>(m: &mut impl Machine<'t>) -> Compiled {
    match activation_of(m.core().function) {
        ActivationKind::Generator | ActivationKind::AsyncGenerator => m.start_activation(),
        ActivationKind::Plain | ActivationKind::Async => Ok(()),
    }
}

/// Evaluates `yield argument` and `yield* argument`, ECMA-262 15.5.5
pub(crate) fn yield_value<'t, M: Machine<'t>>(
    m: &mut M,
    argument: Option<ExpressionId>,
    delegate: bool,
    at: u32,
) -> Compiled<M::Value> {
    match argument {
        Some(iterable) if delegate => yield_delegate(m, iterable, at),
        _ if m.core().function.is_async => m.suspend(Suspend::AwaitAndYield, argument, at),
        _ => m.suspend(Suspend::Yield, argument, at),
    }
}

/// Emits the steps of `yield*`, which close the iterator by themselves. In async generators the iterator's results are
/// awaited.
fn yield_delegate<'t, M: Machine<'t>>(m: &mut M, iterable: ExpressionId, at: u32) -> Compiled<M::Value> {
    let delegate = m.open_delegate(iterable, at)?;
    let (turn, done) = (m.core().label(), m.core().label());
    m.bind_turn(turn);
    m.call_delegate(delegate, done)?;
    m.jump(turn);
    m.bind(done);
    m.delegated(delegate)
}

/// Evaluates `await argument`, ECMA-262 15.8.5
pub(crate) fn await_value<'t, M: Machine<'t>>(m: &mut M, argument: ExpressionId, at: u32) -> Compiled<M::Value> {
    m.suspend(Suspend::Await, Some(argument), at)
}
