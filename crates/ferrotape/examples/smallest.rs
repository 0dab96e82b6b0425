//! Runs the crate without any of its features, as `.ci/run` builds it: `cargo run -p ferrotape --no-default-features
//! --example smallest`.

use ferrotape::{Engine, Error, Function};

fn main() -> Result<(), Error> {
    let mut engine = Engine::builder().fuel(1_000_000).memory_limit(16 << 20).time_zone("UTC").build()?;
    engine.define("twice", |number: f64| number * 2.0)?;
    let function: Function = engine.eval("(x) => [...`${twice(x)}`].map(Number).reduce((a, b) => a + b)")?;
    let sum: u32 = function.call(&mut engine, (1234,))?;
    let stopped = engine.run("endless.js", "for (;;) {}").is_err_and(|error| error.is_termination());
    println!("{sum} {stopped}");
    Ok(())
}
