//! Property names that the engine itself uses, as constants: strings with fixed ids, interned when the heap is made.

macro_rules! names {
    ($($constant:ident = $text:literal),* $(,)?) => {
        /// All names, in order of their ids.
        pub const TEXTS: &[&str] = &[$($text),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($constant),* }

        /// The names as property keys.
        // The table gives every name both ways; not all are needed both ways.
        #[allow(dead_code)]
        pub mod keys {
            use super::{FIRST, Index};
            use crate::id::StringId;
            use crate::property_key::PropertyKey;
            $(pub const $constant: PropertyKey = PropertyKey::from_atom(StringId(FIRST + Index::$constant as u32));)*
        }

        /// The names as strings.
        #[allow(dead_code)]
        pub mod strings {
            use super::{FIRST, Index};
            use crate::id::StringId;
            $(pub const $constant: StringId = StringId(FIRST + Index::$constant as u32);)*
        }
    };
}

/// The one-character strings and the empty one come first.
const FIRST: u32 = 257;

names! {
    // Objects and functions
    LENGTH = "length",
    NAME = "name",
    PROTOTYPE = "prototype",
    CONSTRUCTOR = "constructor",
    PROTO = "__proto__",
    ARGUMENTS = "arguments",
    CALLEE = "callee",
    CALLER = "caller",
    TO_STRING = "toString",
    VALUE_OF = "valueOf",
    TO_LOCALE_STRING = "toLocaleString",
    TO_JSON = "toJSON",
    TO_ISO_STRING = "toISOString",
    ANONYMOUS = "anonymous",
    JOIN = "join",
    CALL = "call",
    RAW = "raw",
    RAW_JSON = "rawJSON",

    // Implicit bindings
    THIS = "this",
    SUPER = "super",
    NEW_TARGET = "new.target",
    APPLY = "apply",

    // Iteration
    NEXT = "next",
    DONE = "done",
    RETURN = "return",
    THROW = "throw",

    // Promises
    THEN = "then",
    RESOLVE = "resolve",
    ERRORS = "errors",

    // SuppressedError
    ERROR = "error",
    SUPPRESSED = "suppressed",

    // Atomics.wait
    OK = "ok",
    NOT_EQUAL = "not-equal",
    TIMED_OUT = "timed-out",

    // Property descriptors
    VALUE = "value",
    WRITABLE = "writable",
    ENUMERABLE = "enumerable",
    CONFIGURABLE = "configurable",
    GET = "get",
    SET = "set",

    // Traps of proxies
    CONSTRUCT = "construct",
    DEFINE_PROPERTY = "defineProperty",
    DELETE_PROPERTY = "deleteProperty",
    GET_OWN_PROPERTY_DESCRIPTOR = "getOwnPropertyDescriptor",
    GET_PROTOTYPE_OF = "getPrototypeOf",
    HAS = "has",
    IS_EXTENSIBLE = "isExtensible",
    OWN_KEYS = "ownKeys",
    PREVENT_EXTENSIONS = "preventExtensions",
    SET_PROTOTYPE_OF = "setPrototypeOf",

    // Errors
    ERROR_NAME = "Error",
    MESSAGE = "message",
    STACK = "stack",
    CAUSE = "cause",
    STACK_TRACE_LIMIT = "stackTraceLimit",

    // Results of Object.prototype.toString
    TAG_UNDEFINED = "[object Undefined]",
    TAG_NULL = "[object Null]",
    TAG_OBJECT = "[object Object]",
    TAG_ARRAY = "[object Array]",
    TAG_FUNCTION = "[object Function]",
    TAG_ERROR = "[object Error]",
    TAG_BOOLEAN = "[object Boolean]",
    TAG_NUMBER = "[object Number]",
    TAG_STRING = "[object String]",
    TAG_DATE = "[object Date]",
    TAG_ARGUMENTS = "[object Arguments]",
    TAG_REGEXP = "[object RegExp]",

    // Globals
    EVAL = "eval",
    GLOBAL_THIS = "globalThis",

    // Regular expressions
    EXEC = "exec",
    FLAGS = "flags",
    GLOBAL = "global",
    GROUPS = "groups",
    HAS_INDICES = "hasIndices",
    IGNORE_CASE = "ignoreCase",
    INDEX = "index",
    INDICES = "indices",
    INPUT = "input",
    LAST_INDEX = "lastIndex",
    DOT_ALL = "dotAll",
    MULTILINE = "multiline",
    SOURCE = "source",
    STICKY = "sticky",
    UNICODE = "unicode",
    UNICODE_SETS = "unicodeSets",

    // Results of typeof, and values as text
    UNDEFINED = "undefined",
    NULL = "null",
    TRUE = "true",
    FALSE = "false",
    OBJECT = "object",
    FUNCTION = "function",
    NUMBER = "number",
    STRING = "string",
    BOOLEAN = "boolean",
    SYMBOL = "symbol",
    BIGINT = "bigint",
    NAN = "NaN",
    INFINITY = "Infinity",
    NEGATIVE_INFINITY = "-Infinity",
    DEFAULT = "default",
    WITH = "with",
}
