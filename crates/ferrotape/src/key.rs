//! Property keys.

use ferrotape_runtime::convert;
use ferrotape_runtime::string;
use ferrotape_runtime::{PropertyKey, StringView};

use crate::string::text_into_js;
use crate::{Context, Error, IntoJs, JsString, Symbol};

/// A property key: a name, an index, a string of the script or a symbol.
///
/// ```
/// use ferrotape::handles::Symbol;
/// use ferrotape::{Engine, Object};
///
/// let mut engine = Engine::new();
/// let object: Object = engine.eval("['a', 'b']")?;
/// let iterator = Symbol::well_known(&mut engine, "iterator")?;
/// assert_eq!(object.get::<String>(&mut engine, 1)?, "b");
/// assert!(object.has(&mut engine, "length")? && object.has(&mut engine, &iterator)?);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait Key: sealed::Key {}

pub(crate) mod sealed {
    use super::{Context, Error, PropertyKey};

    pub trait Key {
        /// Returns the key, kept alive for the turn.
        fn to_key(&self, cx: &mut Context<'_>) -> Result<PropertyKey, Error>;
    }
}

impl<K: sealed::Key> Key for K {}

impl sealed::Key for str {
    fn to_key(&self, cx: &mut Context<'_>) -> Result<PropertyKey, Error> {
        cx.check()?;
        // A name that the engine already has needs no room.
        if self.is_ascii()
            && let Some(name) = string::find_interned(&cx.vm.heap, StringView::Latin1(self.as_bytes()))
        {
            return cx.working(|vm| Ok(vm.heap.key_of_string(name)?)).inspect(|&key| cx.vm.keep_key(key));
        }
        let string = text_into_js(cx, self)?;
        cx.working(|vm| convert::to_property_key(vm, string.value)).inspect(|&key| cx.vm.keep_key(key))
    }
}

impl<K: sealed::Key + ?Sized> sealed::Key for &K {
    fn to_key(&self, cx: &mut Context<'_>) -> Result<PropertyKey, Error> {
        (**self).to_key(cx)
    }
}

impl sealed::Key for String {
    fn to_key(&self, cx: &mut Context<'_>) -> Result<PropertyKey, Error> {
        self.as_str().to_key(cx)
    }
}

macro_rules! indices {
    ($($integer:ty),*) => {
        $(
            /// An index. A negative number is a name.
            impl sealed::Key for $integer {
                fn to_key(&self, cx: &mut Context<'_>) -> Result<PropertyKey, Error> {
                    let index = u32::try_from(*self).ok().and_then(PropertyKey::from_index);
                    match index {
                        Some(key) => Ok(key),
                        None => self.to_string().as_str().to_key(cx),
                    }
                }
            }
        )*
    };
}

indices!(i32, u32, i64, u64, usize);

macro_rules! values {
    ($($handle:ty),*) => {
        $(
            impl sealed::Key for $handle {
                fn to_key(&self, cx: &mut Context<'_>) -> Result<PropertyKey, Error> {
                    let value = self.into_js(cx)?.value;
                    cx.working(|vm| convert::to_property_key(vm, value)).inspect(|&key| cx.vm.keep_key(key))
                }
            }
        )*
    };
}

values!(JsString, Symbol);

impl Context<'_> {
    /// Returns the name of a key that is not a symbol.
    pub(crate) fn name_of_key(&mut self, key: PropertyKey) -> Result<String, Error> {
        self.working(|vm| match vm.heap.value_of_key(key).as_string() {
            Some(string) => crate::value::copied(vm, string),
            None => Ok(String::new()),
        })
    }
}
