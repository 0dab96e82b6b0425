//! Steps of code shown to an observer, and the loop for watched engines.

use std::ops::Range;

use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::{Step, StepDetail, watch};

use crate::{Engine, trace};

impl Engine {
    /// Sets an observer, called before each step of code on either machine that begins to run from now on. If the observer
    /// panics, only the panic hook sees it and the script continues. Copies of the engine ([`fork`](Engine::fork)) are not
    /// observed. Steps slow a script down some 30 times, by far more with [`StepDetail::Values`].
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferrotape::script::StepDetail;
    /// use ferrotape::{Backend, Engine};
    ///
    /// let steps = Arc::new(Mutex::new(Vec::new()));
    /// let seen = Arc::clone(&steps);
    /// let mut engine = Engine::builder().backend(Backend::Stack).build()?;
    /// engine.observe_steps(StepDetail::Instructions, move |step| seen.lock().unwrap().push(step.to_string()));
    /// engine.run("a.js", "1 + 1")?;
    /// assert!(steps.lock().unwrap().iter().any(|step| step.contains("ADD")));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn observe_steps(&mut self, detail: StepDetail, observer: impl FnMut(&Step) + Send + 'static) {
        self.observe_steps_in(detail, 0..u64::MAX, observer);
    }

    /// Sets an observer as [`Engine::observe_steps`] does, but only for the steps with these numbers, counted from 0.
    /// Other steps take far less time.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferrotape::Engine;
    /// use ferrotape::script::StepDetail;
    ///
    /// let seen = Arc::new(Mutex::new(Vec::new()));
    /// let kept = Arc::clone(&seen);
    /// let mut engine = Engine::new();
    /// engine.observe_steps_in(StepDetail::Values, 100..103, move |step| kept.lock().unwrap().push(step.clone()));
    /// engine.run("a.js", "for (let i = 0; i < 1000; i++);")?;
    /// assert_eq!(seen.lock().unwrap().len(), 3);
    /// assert!(engine.observed_steps() > 1000);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn observe_steps_in(
        &mut self,
        detail: StepDetail,
        steps: Range<u64>,
        mut observer: impl FnMut(&Step) + Send + 'static,
    ) {
        let observer = Box::new(move |step: &Step| {
            if unless_it_panics(|| observer(step)).is_none() {
                trace::panicked("a function");
            }
        });
        watch::observe(&mut self.vm, detail, steps, observer);
        self.choose_loop();
    }

    /// Returns how many steps were taken since the observer was set: see [`Engine::observe_steps_in`].
    pub fn observed_steps(&self) -> u64 {
        watch::steps_taken(&self.vm)
    }

    /// Chooses the loop of the register machine: the second one for whoever watches.
    pub(crate) fn choose_loop(&mut self) {
        self.vm.machines.register = match watch::is_on(&self.vm) {
            true => &ferrotape_machine::WATCHED_MACHINE,
            false => &ferrotape_machine::MACHINE,
        };
    }

    /// Removes the observer of steps, if there is one.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::script::StepDetail;
    ///
    /// let mut engine = Engine::new();
    /// engine.observe_steps(StepDetail::Instructions, |step| println!("{step}"));
    /// engine.eval::<u8>("1 + 1")?;
    /// engine.stop_observing_steps();
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stop_observing_steps(&mut self) {
        watch::stop(&mut self.vm);
        self.choose_loop();
    }
}
