//! Values by way of serde, without JSON text in between. Needs the feature `serde`.

mod read;
mod write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Context, Error, FromJs, IntoJs, Local};

/// A value converted by serde, in the data model of JSON. Structs and maps are objects, lists and tuples arrays, `None`
/// is `null`, and enums are as in serde's own JSON. BigInts, bytes and Maps can be read as well. A Date reads as its
/// JSON text (`null` if it is invalid), and an object like `new Number(5)` as its primitive value. No `toJSON` of a
/// script is called.
///
/// ```
/// use ferrotape::{Engine, Json};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// struct Order { id: u32, items: Vec<Item>, note: Option<String> }
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// struct Item { price: f64, kind: Kind }
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// enum Kind { Book, Cut { by: u8 } }
///
/// let mut engine = Engine::new();
/// let items = vec![Item { price: 9.5, kind: Kind::Book }, Item { price: 3.0, kind: Kind::Cut { by: 2 } }];
/// engine.set_global("order", Json(Order { id: 7, items, note: None }))?;
/// let text = "order.note = `${order.items[1].kind.Cut.by} off`; order.items.pop(); order";
/// let order: Json<Order> = engine.eval(text)?;
/// assert_eq!(order.0.note.as_deref(), Some("2 off"));
/// assert_eq!(order.0.items, [Item { price: 9.5, kind: Kind::Book }]);
///
/// let error = engine.eval::<Json<Order>>("({ id: 1, items: [{ price: 1, kind: 'Book' }, { price: '1' }] })").err().unwrap();
/// assert!(error.message().starts_with("items[1].price: "), "{error}");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromJs for Json<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        T::deserialize(read::Reader::new(cx, value)?).map(Json)
    }
}

impl<T: Serialize> IntoJs for Json<T> {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.0.serialize(write::Writer { cx })
    }
}

impl<T: Serialize> IntoJs for &Json<T> {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.0.serialize(write::Writer { cx })
    }
}

impl serde::de::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Error::conversion("TypeError", message.to_string())
    }
}

impl serde::ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Error::conversion("TypeError", message.to_string())
    }
}
