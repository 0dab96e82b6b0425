//! Functions that can be suspended: generators and async functions (ECMA-262 15.5 and 15.8).

use ferrotape_bytecode::ActivationKind;
use ferrotape_syntax::tree::{ExpressionId, Function};

use super::{Compiled, Machine};

/// What an activation waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Suspend {
    /// `next`, `throw` or `return` of the generator.
    Yield,
    /// A promise.
    Await,
    /// A promise, and then as `Yield` with what it was fulfilled with.
    AwaitAndYield,
}

/// What a call of the function makes besides a frame.
pub(super) fn activation_of(function: &Function) -> ActivationKind {
    match (function.is_generator, function.is_async) {
        (false, false) => ActivationKind::Plain,
        (true, false) => ActivationKind::Generator,
        (false, true) => ActivationKind::Async,
        (true, true) => ActivationKind::AsyncGenerator,
    }
}

/// Is what such a function returns awaited first?
pub(super) fn is_async_generator(function: &Function) -> bool {
    activation_of(function) == ActivationKind::AsyncGenerator
}

/// Where the activation of an async function begins: errors of its parameters are errors of its promise.
pub(super) fn begin_function<'t>(m: &mut impl Machine<'t>) -> Compiled {
    if activation_of(m.core().function) == ActivationKind::Async { m.start_activation() } else { Ok(()) }
}

/// Where that of a generator begins: errors of its parameters are the caller's.
pub(super) fn begin_body<'t>(m: &mut impl Machine<'t>) -> Compiled {
    match activation_of(m.core().function) {
        ActivationKind::Generator | ActivationKind::AsyncGenerator => m.start_activation(),
        ActivationKind::Plain | ActivationKind::Async => Ok(()),
    }
}

/// `yield argument` and `yield* argument`, ECMA-262 15.5.5
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

/// The steps of `yield*`, which close the iterator by themselves. What it gives is awaited in async generators.
fn yield_delegate<'t, M: Machine<'t>>(m: &mut M, iterable: ExpressionId, at: u32) -> Compiled<M::Value> {
    let delegate = m.open_delegate(iterable, at)?;
    let (turn, done) = (m.core().label(), m.core().label());
    m.bind_turn(turn);
    m.call_delegate(delegate, done)?;
    m.jump(turn);
    m.bind(done);
    m.delegated(delegate)
}

/// `await argument`, ECMA-262 15.8.5
pub(crate) fn await_value<'t, M: Machine<'t>>(m: &mut M, argument: ExpressionId, at: u32) -> Compiled<M::Value> {
    m.suspend(Suspend::Await, Some(argument), at)
}
