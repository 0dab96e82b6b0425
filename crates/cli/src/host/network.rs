//! The network as the module `http` of packages has it: the functions that `fetch` has too.

use ferrotape::{Engine, Error, Function, Object};

/// Functions that request a hop and end one early. The rules for what they may reach are those of `fetch`.
#[derive(Clone)]
pub struct Network {
    /// Takes a hop, and gives a promise of the head of the answer.
    pub ask: Function,
    /// Takes the number of a hop.
    pub stop: Function,
}

impl Network {
    /// Makes functions for a program that may reach nothing.
    pub fn refusing(engine: &mut Engine, why: &'static str) -> Result<Network, Error> {
        let ask = Function::new(engine, "ask", move |_: Object| Err::<(), Error>(Error::type_error(why)))?;
        let stop = Function::new(engine, "stop", |_: f64| {})?;
        Ok(Network { ask, stop })
    }
}
