//! What tests/wasm/run.mjs runs in node's WebAssembly: scripts in an engine with limits. Texts come and go byte by byte, so that
//! nothing here is unsafe but what the linker is told.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use ferrotape::console::InspectOptions;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Context, Engine, Error, Function, Value};

unsafe extern "C" {
    /// Milliseconds since 1970.
    safe fn host_now() -> f64;
}

thread_local! {
    /// Of each run.
    static FUEL: Cell<Option<u64>> = const { Cell::new(None) };
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Tells the engine what time it is.
#[unsafe(no_mangle)]
pub extern "C" fn set_clock() -> u32 {
    ferrotape::limits::set_host_clock(|| Duration::from_secs_f64(host_now() / 1000.0)).into()
}

/// Makes the engine; each limit is one where it is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn make_engine(fuel: u32, milliseconds: u32, memory: u32, stack: u32) -> u32 {
    match engine(fuel, milliseconds, memory, stack) {
        Ok(engine) => {
            ENGINE.set(Some(engine));
            1
        }
        Err(error) => {
            answer(&error.to_string());
            0
        }
    }
}

fn engine(fuel: u32, milliseconds: u32, memory: u32, stack: u32) -> Result<Engine, Error> {
    let mut builder = Engine::builder().can_block(true);
    FUEL.set((fuel > 0).then_some(u64::from(fuel)));
    if milliseconds > 0 {
        builder = builder.timeout(Duration::from_millis(u64::from(milliseconds)));
    }
    if memory > 0 {
        builder = builder.memory_limit(memory as usize);
    }
    if stack > 0 {
        builder = builder.native_stack(stack as usize);
    }
    let mut engine = builder.build()?;
    Web::install(&mut engine, TimerClock::Virtual)?;
    engine.define("print", |line: String| {
        OUTPUT.with_borrow_mut(|output| {
            output.extend_from_slice(line.as_bytes());
            output.push(b'\n');
        })
    })?;
    // A host function that calls the script again: recursion through the native stack.
    engine.define("call", |cx: &mut Context, function: Function| function.call::<Value>(cx, ()))?;
    engine.define("zoned", |name: String| Engine::builder().time_zone(name).build().is_ok())?;
    Ok(engine)
}

#[unsafe(no_mangle)]
pub extern "C" fn push_byte(byte: u32) {
    INPUT.with_borrow_mut(|input| input.push(byte as u8));
}

/// The bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> u32 {
    OUTPUT.with_borrow(|output| output.len() as u32)
}

#[unsafe(no_mangle)]
pub extern "C" fn answer_byte(at: u32) -> u32 {
    OUTPUT.with_borrow(|output| output.get(at as usize).map_or(0, |&byte| u32::from(byte)))
}

/// Runs the text that was pushed as a script; its value, or its error, stands in the answer after what it printed. Gives 0 where
/// it ended well, 1 for an error, 2 for a limit.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> u32 {
    let input = INPUT.take();
    let text = String::from_utf8_lossy(&input);
    OUTPUT.take();
    ENGINE.with_borrow_mut(|engine| {
        let Some(engine) = engine else { return 3 };
        engine.set_fuel(FUEL.get());
        let shown = engine.run("test.js", &*text).and_then(|value| engine.inspect(&value, &InspectOptions::default()));
        match shown {
            Ok(shown) => {
                answer(&shown);
                0
            }
            Err(error) => {
                answer(&error.to_string());
                if error.is_termination() { 2 } else { 1 }
            }
        }
    })
}

fn answer(text: &str) {
    OUTPUT.with_borrow_mut(|output| output.extend_from_slice(text.as_bytes()));
}
