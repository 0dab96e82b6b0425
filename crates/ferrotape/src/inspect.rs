//! Values as people read them, and `console`. Behind the feature `inspect`.

use std::sync::Arc;

use crate::{Call, Engine, Error, Value};

pub use ferrotape_inspect::{Console, Level, Options as InspectOptions};

impl Engine {
    /// A value as people read it, laid out as Node does it: objects with what they have within, to some depth. No script runs:
    /// getters are told and not called, of proxies the target is shown. It takes from the limits of a run.
    pub fn inspect(&mut self, value: &Value, options: &InspectOptions) -> Result<String, Error> {
        self.limited(|engine| {
            let vm = &mut engine.vm;
            let value = value.to_engine(vm)?;
            let (mark, on_loan) = (vm.kept_mark(), vm.heap.on_loan());
            vm.keep(value);
            let text = ferrotape_inspect::inspect(vm, value, options);
            vm.release_kept(mark);
            vm.heap.settle_loans(on_loan);
            text.map_err(|throw| Error::from_throw(vm, throw))
        })
    }

    /// Defines the global `console` of the current realm, whose messages go where the host wants them.
    pub fn define_console(&mut self, console: impl Console + 'static, options: InspectOptions) -> Result<(), Error> {
        self.limited(|engine| {
            let vm = &mut engine.vm;
            vm.make_room_for_host(0).map_err(Error::terminated)?;
            let mark = vm.kept_mark();
            let installed = ferrotape_inspect::install_console(vm, Arc::new(console), options);
            vm.release_kept(mark);
            installed.map_err(|throw| Error::from_throw(vm, throw))
        })
    }
}

impl Call<'_> {
    /// A value as people read it: see [`Engine::inspect`].
    pub fn inspect(&mut self, value: &Value, options: &InspectOptions) -> Result<String, Error> {
        self.in_engine(|vm| {
            let value = value.to_engine(vm)?;
            vm.keep(value);
            let text = ferrotape_inspect::inspect(vm, value, options);
            crate::call::or_error(vm, text)
        })
    }
}
