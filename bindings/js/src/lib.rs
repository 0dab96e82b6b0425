//! The session of `ferrotape-session` as a WebAssembly module of five functions, which `lib/instance.js` calls.
//!
//! ```text
//! reserve(bytes) → address       room for an input: JavaScript writes it
//! call(op, index, generation, bytes) → status       an operation on what was written
//! output() → address, output_length() → bytes       its output, until the next call
//! ```
//!
//! Memory is only shared through vectors that this module owns, so nothing here is unsafe but what the linker is told. A function
//! of JavaScript that a script calls may use its engine meanwhile: `inside.rs`, which all bindings share.

#[path = "../../python/src/inside.rs"]
mod inside;

use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use ferrotape_session::{Handle, Host, Inside, Reply, Shell};

use inside::Stack;

unsafe extern "C" {
    /// Calls a function of JavaScript with the bytes at the address. The result was written to what `reserve` has given; its
    /// length, times two, with 1 for an exception.
    safe fn host_call(function: f64, address: usize, length: usize) -> f64;
    /// Milliseconds since 1970, or infinity to end what runs.
    safe fn now() -> f64;
}

thread_local! {
    static RUNNING: Stack<Handle> = const { Stack::new() };
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The last moment that was told: a clock may go back, or say that it is over.
    static LAST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The format and the operations that `lib` must know: it refuses any other.
const VERSION: u32 = 2;

/// The status of a call within a call, but from a function that a script of the same engine has called.
const BUSY: u32 = 6;

/// The longest time that a clock tells.
const END_OF_TIME: Duration = Duration::from_secs(1 << 40);

/// Room that an input may keep for the next one.
const KEPT: usize = 1 << 20;

struct JavaScript;

impl Shell for JavaScript {
    fn host_call(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply {
        // Infinity and the like are no lengths: nothing is taken then.
        let told = host_call(function as f64, input.as_ptr().addr(), input.len()) as usize;
        let mut given = INPUT.take();
        given.truncate(told / 2);
        *output = given;
        if told % 2 == 1 { Reply::Threw } else { Reply::Returned }
    }

    fn host_call_inside(
        &self,
        inside: &mut Inside<'_, '_>,
        function: u64,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> Reply {
        RUNNING.with(|stack| stack.lend(inside, || self.host_call(function, input, output)))
    }

    fn now(&self) -> f64 {
        clock().as_secs_f64() * 1000.0
    }
}

fn clock() -> Duration {
    let told = Duration::try_from_secs_f64(now() / 1000.0).unwrap_or(END_OF_TIME);
    // What is over is not over for ever.
    if told < END_OF_TIME {
        LAST.set(told.max(LAST.get()));
        return LAST.get();
    }
    END_OF_TIME
}

/// Returns the format that `lib` must know. JavaScript calls this first, so the clock is set here, and a hook that
/// leaves a panic's message in the output.
#[unsafe(no_mangle)]
pub extern "C" fn version() -> u32 {
    ferrotape_session::set_clock(clock);
    panic::set_hook(Box::new(|info| {
        OUTPUT.with(|output| {
            if let Ok(mut output) = output.try_borrow_mut() {
                *output = info.to_string().into_bytes();
            }
        });
    }));
    VERSION
}

/// Returns the address of so many zeroed bytes for the next input, or 0 where memory has no room. Earlier addresses
/// are void.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> usize {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        if input.capacity() > KEPT && bytes <= KEPT {
            *input = Vec::new();
        }
        // The address counts only once JavaScript has written so many bytes.
        if input.try_reserve(bytes).is_err() {
            return 0;
        }
        input.resize(bytes, 0);
        input.as_mut_ptr().addr()
    })
}

/// Runs an operation on the engine of a handle, on the first bytes of the reserved input. A function that a script has called may
/// use its engine so. Any other call within a call gets the status `BUSY`.
#[unsafe(no_mangle)]
pub extern "C" fn call(op: u32, index: u32, generation: u32, bytes: usize) -> u32 {
    let mut input = INPUT.take();
    input.truncate(bytes);
    let mut output = OUTPUT.take();
    let handle = Handle::from_number(u64::from(generation) << 32 | u64::from(index));
    let record = Arc::new(handle);
    let status = RUNNING.with(|stack| {
        let within = stack.borrowed(
            |other| *other == handle,
            |inside| stack.running(&record, || inside.call(op, &input, &mut output) as u32),
        );
        if let Some(status) = within {
            return status.unwrap_or(BUSY);
        }
        HOST.with(|host| {
            let Ok(mut host) = host.try_borrow_mut() else { return BUSY };
            let host = host.get_or_insert_with(|| Host::new(JavaScript));
            stack.running(&record, || host.call(op, handle, &input, &mut output) as u32)
        })
    });
    OUTPUT.set(output);
    if input.capacity() <= KEPT {
        INPUT.set(input);
    }
    status
}

#[unsafe(no_mangle)]
pub extern "C" fn output() -> usize {
    OUTPUT.with_borrow(|output| output.as_ptr().addr())
}

#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}
