//! Functions of the host by the paths that scripts call them by.

use ferrotape_runtime::messages;

use crate::closure::signs_of;
use crate::declarations::Given;
use crate::host_state::HostState;
use crate::{AsContext, Context, Error, Function, IntoFunction, IntoJs, Object, Value};

impl Context<'_> {
    /// Defines a global function from a closure, or one in a global object: [`Engine::define`](crate::Engine::define) within
    /// a turn.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.enter(|cx| {
    ///     cx.define("text.upper", |text: String| text.to_uppercase())?;
    ///     cx.define("text.lower", |text: String| text.to_lowercase())
    /// })?;
    /// assert_eq!(engine.eval::<String>("text.upper('a') + text.lower('B')")?, "Ab");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::define`](crate::Engine::define) does.
    pub fn define<M>(&mut self, path: &str, function: impl IntoFunction<M>) -> Result<(), Error> {
        let signs = signs_of(&function);
        self.define_at(path, |cx, name| Function::new_at(cx, path, name, function))?;
        HostState::of(self.vm).declared().add(path, Given::Function(signs));
        Ok(())
    }

    /// Puts a function at a path, which is made by its name.
    pub(crate) fn define_at(
        &mut self,
        path: &str,
        make: impl FnOnce(&mut Context<'_>, &str) -> Result<Function, Error>,
    ) -> Result<(), Error> {
        self.enter(|cx| {
            let Some((objects, name)) = path.rsplit_once('.') else {
                let function = make(cx, path)?;
                return cx.set_global(path, function);
            };
            if path.split('.').any(str::is_empty) {
                return Err(Error::of_usage(format!("`{path}` is not a path: a name is missing beside a dot")));
            }
            let object = cx.namespace(objects, path)?;
            let function = make(cx, name)?;
            object.set(cx, name, function)
        })
    }

    /// Returns the object at a path, and creates what is missing of it.
    fn namespace(&mut self, objects: &str, path: &str) -> Result<Object, Error> {
        let mut object: Option<Object> = None;
        let mut end = 0;
        for name in objects.split('.') {
            end += name.len() + usize::from(end > 0);
            let found = match &object {
                None => self.get_global::<Value>(name)?,
                // What is inherited belongs to others.
                Some(object) if !object.has_own(self, name)? => Value::Undefined,
                Some(object) => object.get(self, name)?,
            };
            object = Some(match found {
                Value::Object(object) => object,
                Value::Undefined => {
                    let made = Object::new(self)?;
                    match &object {
                        None => self.set_global(name, &made)?,
                        Some(object) => object.set(self, name, &made)?,
                    }
                    made
                }
                other => {
                    let found = other.into_js(self)?;
                    let found = messages::describe(self.vm, found.value);
                    let message =
                        format!("`{path}` cannot be defined: `{}` is {found}, not an object", &objects[..end]);
                    return Err(Error::of_usage(message));
                }
            });
        }
        object.ok_or_else(|| Error::of_usage(format!("`{path}` is not a path")))
    }
}
