//! Types of calls that the host answers later.

use super::schema::Schema;
use super::signature::Signature;
use super::typed::Typed;
use super::types::Types;
use crate::{Call, Error, FromArguments, IntoJs};

/// The type of a function that is a [`Call`], for [`Call::typed`]: `fn(A, B) -> R`, where the arguments are
/// [`FromArguments`](crate::host::FromArguments), and the answer is [`IntoJs`].
///
/// ```
/// use ferrotape::host::Opt;
/// use ferrotape::{Call, Engine};
///
/// let mut engine = Engine::new();
/// engine.define_call("search", Call::promise().typed::<fn(String, Opt<u8>) -> Vec<String>>())?;
/// let text = "declare function search(a: string, b?: number): Promise<string[]>;\n";
/// assert_eq!(engine.declarations()?, text);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait CallTypes {
    /// Tells the types. See [`CallTypes`].
    fn signature(types: &mut Types) -> Signature;
}

macro_rules! calls {
    ($(($($name:ident),*))*) => {
        $(
            impl<Answer: IntoJs, $($name: FromArguments),*> CallTypes for fn($($name),*) -> Answer {
                #[allow(unused_variables)]
                fn signature(types: &mut Types) -> Signature {
                    Signature::told(types, |types, parameters| { $($name::declare(types, parameters);)* }, Answer::typescript)
                }
            }
        )*
    };
}

calls! {
    ()
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
    (A, B, C, D, E, F, G)
    (A, B, C, D, E, F, G, H)
}

impl Call {
    /// Declares the types of arguments and answer, for [`Engine::declarations`](crate::Engine::declarations). They check
    /// nothing: the host converts the arguments, and gives the answer.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking().typed::<fn(String) -> Option<String>>())?;
    /// assert_eq!(engine.declarations()?, "declare function ask(a: string): string | undefined;\n");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn typed<F: CallTypes>(mut self) -> Call {
        self.types = Typed::Rust(F::signature);
        self
    }

    /// Sets the types of the only argument and of the answer by JSON Schemas, as used for tools of language models,
    /// for [`Engine::declarations`](crate::Engine::declarations). They check nothing.
    ///
    /// ```
    /// use ferrotape::{Call, Engine};
    ///
    /// let input = r#"{ "type": "object", "required": ["words"], "properties": {
    ///     "words": { "type": "string", "description": "What to look for." },
    ///     "most": { "type": "integer" }
    /// } }"#;
    /// let answer = r#"{ "type": "array", "items": { "enum": ["book", "film"] } }"#;
    /// let mut engine = Engine::new();
    /// engine.define_call("search", Call::promise().schema(input, answer)?)?;
    /// assert_eq!(
    ///     engine.declarations()?,
    ///     "declare function search(input: { /** What to look for. */ words: string; most?: number }): \
    ///      Promise<Array<\"book\" | \"film\">>;\n",
    /// );
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`ErrorKind::Usage`](crate::ErrorKind::Usage) if a text is not JSON, or is too long or nested too deep.
    pub fn schema(mut self, argument: &str, answer: &str) -> Result<Call, Error> {
        self.types = Typed::Schema(Schema::parse(argument, answer)?);
        Ok(self)
    }
}
