//! Handles of strings, and copies of strings between Rust and scripts.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime as engine;
use ferrotape_runtime::StringId;
use ferrotape_runtime::string;

use crate::context::AsContext;
use crate::handle::handle;
use crate::value::{copied, require_room_for};
use crate::{Context, Error, Local};

handle! {
    /// A handle of a string, without a copy. For long strings that only pass through the host, and for strings that
    /// Rust cannot hold: those of the language are any sequence of 16-bit code units.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text: JsString = engine.eval("'λ'.repeat(3)")?;
    /// assert_eq!((text.len(&mut engine)?, text.to_text(&mut engine)?.as_str()), (3, "λλλ"));
    /// let lone: JsString = engine.eval("'\\ud800'")?;
    /// assert_eq!(lone.to_units(&mut engine)?, [0xD800]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    JsString, "a string", |_, value| value.is_string()
}

impl JsString {
    /// Creates a string of the script from text.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text = JsString::new(&mut engine, "λ")?;
    /// assert_eq!(text.len(&mut engine)?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext, text: &str) -> Result<JsString, Error> {
        cx.enter(|cx| {
            let value = text_into_js(cx, text)?.value;
            Ok(JsString::new_handle(cx.vm, value))
        })
    }

    /// Creates a string from any 16-bit code units.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let lone = JsString::from_units(&mut engine, &[0xD800])?;
    /// engine.set_global("lone", lone)?;
    /// assert!(!engine.eval::<bool>("lone.isWellFormed()")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn from_units(cx: &mut impl AsContext, units: &[u16]) -> Result<JsString, Error> {
        cx.enter(|cx| {
            cx.tick(units.len() as u64 / UNITS_PER_TICK)?;
            cx.make_room(size_of_val(units).saturating_mul(2))?;
            let string = cx.working(|vm| Ok(string::new_long_utf16(&mut vm.heap, units.to_vec())?))?;
            Ok(JsString::new_handle(cx.vm, engine::Value::string(string)))
        })
    }

    fn id(&self, cx: &Context<'_>) -> Result<StringId, Error> {
        let value = self.handle().value_in(cx.vm).ok_or_else(Error::wrong_engine)?;
        value.as_string().ok_or_else(|| Error::new("not a string"))
    }

    /// Returns the number of code units: the string's `length`.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text: JsString = engine.eval("'𝒳'")?;
    /// assert!(text.len(&mut engine)? == 2 && !text.is_empty(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a string of another engine.
    pub fn len(&self, cx: &mut impl AsContext) -> Result<usize, Error> {
        cx.enter(|cx| {
            let string = self.id(cx)?;
            Ok(cx.vm.heap.string_length(string))
        })
    }

    /// Returns whether the string is empty. See [`JsString::len`].
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a string of another engine.
    pub fn is_empty(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        self.len(cx).map(|length| length == 0)
    }

    /// Returns a copy of the string, with lone surrogates replaced by U+FFFD.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text: JsString = engine.eval("'a' + 1")?;
    /// assert_eq!(text.to_text(&mut engine)?, "a1");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit, which counts the copy until the
    /// call ends.
    pub fn to_text(&self, cx: &mut impl AsContext) -> Result<String, Error> {
        cx.enter(|cx| {
            let string = self.id(cx)?;
            cx.working(|vm| copied(vm, string))
        })
    }

    /// Returns a copy of the code units.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text: JsString = engine.eval("'ab'")?;
    /// assert_eq!(text.to_units(&mut engine)?, [0x61, 0x62]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit, which counts the copy until the
    /// call ends.
    pub fn to_units(&self, cx: &mut impl AsContext) -> Result<Vec<u16>, Error> {
        cx.enter(|cx| {
            let string = self.id(cx)?;
            cx.working(|vm| {
                let flat = vm.heap.flatten(string)?;
                vm.lend(vm.heap.string_length(string).saturating_mul(2))?;
                Ok(string::copied_units(&mut vm.heap, flat)?)
            })
        })
    }

    /// Passes the text on in pieces, without a copy of the whole string.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let long: JsString = engine.eval("'0123456789'.repeat(1e5)")?;
    /// let (mut pieces, mut length) = (0, 0);
    /// long.write_to(&mut engine, |piece| {
    ///     pieces += 1;
    ///     length += piece.len();
    ///     Ok(())
    /// })?;
    /// assert!(length == 1_000_000 && pieces > 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of `write`, or for a [shared cause](Error#shared-causes). The pieces before were passed on.
    pub fn write_to(
        &self,
        cx: &mut impl AsContext,
        mut write: impl FnMut(&str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        cx.enter(|cx| {
            let string = self.id(cx)?;
            let text = cx.working(|vm| Ok(vm.heap.flatten(string)?))?;
            let length = cx.vm.heap.string_length(string);
            let mut piece = String::new();
            for start in (0..length).step_by(PIECE) {
                let units = start..(start + PIECE).min(length);
                piece.clear();
                cx.tick(units.len() as u64 / UNITS_PER_TICK)?;
                cx.vm.heap.view(text).append_text(units, &mut piece);
                write(&piece)?;
            }
            Ok(())
        })
    }

    /// Lends the text. Copies it only if it is not ASCII, or longer than 32 MB.
    ///
    /// ```
    /// use ferrotape::handles::JsString;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text: JsString = engine.eval("'  trimmed '")?;
    /// assert_eq!(text.with_text(&mut engine, |text| text.trim().len())?, 7);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit. `work` is not called then.
    pub fn with_text<R>(&self, cx: &mut impl AsContext, work: impl FnOnce(&str) -> R) -> Result<R, Error> {
        cx.enter(|cx| {
            let string = Local::new(engine::Value::string(self.id(cx)?));
            cx.with_text(string, work)
        })
    }
}

/// Code units that are copied at once when a string is passed on in pieces.
const PIECE: usize = 1 << 14;

/// The most bytes of ASCII that are lent without a copy. Verifying UTF-8 cannot be interrupted, and takes some
/// milliseconds for this many.
const LONGEST_LENT: usize = 1 << 25;

impl<'js> Context<'js> {
    /// Lends the text of a string.
    pub(crate) fn with_text<R>(&mut self, value: Local<'js>, work: impl FnOnce(&str) -> R) -> Result<R, Error> {
        let Some(string) = value.value.as_string() else { return Err(self.unexpected("a string", value)) };
        let (text, copy) = self.working(|vm| {
            let flat = vm.heap.flatten(string)?;
            let bytes = string::max_utf8_length(&mut vm.heap, flat)?;
            if vm.heap.view(flat).as_latin1().is_some_and(|text| text.len() == bytes && bytes <= LONGEST_LENT) {
                vm.work(bytes as u64 / UNITS_PER_TICK)?;
                return Ok((flat, None));
            }
            vm.room(bytes)?;
            Ok((flat, Some(string::copied_text(&mut vm.heap, flat, bytes)?)))
        })?;
        let text = match &copy {
            Some(copy) => copy.as_str(),
            None => self.vm.heap.view(text).ascii().unwrap_or_default(),
        };
        Ok(work(text))
    }
}

/// Creates a string of the script from text of the host.
pub(crate) fn text_into_js<'js>(cx: &mut Context<'js>, text: &str) -> Result<Local<'js>, Error> {
    cx.run_for_value(|vm| {
        if require_room_for(vm, text).is_err() {
            vm.room(text.len().saturating_mul(4))?;
        }
        Ok(engine::Value::string(string::new_long_string(&mut vm.heap, text)?))
    })
}
