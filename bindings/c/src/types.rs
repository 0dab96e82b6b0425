//! The types of the header, as Rust sees them. Their fields and numbers are those of `include/ferrotape.h`.

use std::ffi::{c_char, c_int, c_void};

/// Status of each function: `ft_status`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Status {
    Ok = 0,
    Threw = 1,
    Limit = 2,
    Paused = 3,
    Waiting = 4,
    BadHandle = 5,
    BadKind = 6,
    Busy = 7,
    Saved = 8,
    Syntax = 9,
    Null = 10,
    Internal = 11,
    Usage = 12,
}

/// Kind of a value: `ft_kind`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Kind {
    Undefined = 0,
    Null = 1,
    Boolean = 2,
    Number = 3,
    BigInt = 4,
    String = 5,
    Symbol = 6,
    Array = 7,
    Bytes = 8,
    Date = 9,
    Error = 10,
    Function = 11,
    Promise = 12,
    Object = 13,
}

impl Kind {
    /// Returns the kind for the session's name of one; an unknown name counts as an object.
    pub fn of(name: &str) -> Kind {
        match name {
            "undefined" => Kind::Undefined,
            "null" => Kind::Null,
            "boolean" => Kind::Boolean,
            "number" => Kind::Number,
            "bigint" => Kind::BigInt,
            "string" => Kind::String,
            "symbol" => Kind::Symbol,
            "array" => Kind::Array,
            "bytes" => Kind::Bytes,
            "date" => Kind::Date,
            "error" => Kind::Error,
            "function" => Kind::Function,
            "promise" => Kind::Promise,
            _ => Kind::Object,
        }
    }
}

/// Handle of an engine: `ft_engine`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Engine {
    pub id: u64,
}

/// Handle of a value: `ft_value`. All zero is `undefined`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Value {
    pub engine: u64,
    pub id: u64,
}

/// Borrowed bytes: `ft_slice`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Slice {
    pub bytes: *const u8,
    pub length: usize,
}

impl Slice {
    pub const EMPTY: Slice = Slice { bytes: std::ptr::null(), length: 0 };
}

/// Owned bytes: `ft_buffer`.
#[repr(C)]
pub struct Buffer {
    pub bytes: *mut u8,
    pub length: usize,
    pub capacity: usize,
}

/// Options of an engine: `ft_options`. Zero is the default.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Options {
    pub size: usize,
    pub fuel: u64,
    pub memory: u64,
    pub time_ms: u64,
    pub depth: u64,
    pub stack: u64,
    pub source: u64,
    pub seed: u64,
    pub typescript: u32,
    pub time_zone: *const c_char,
    pub hints: *const Hint,
    pub hint_count: usize,
}

/// Options of a call: `ft_call_options`. Zero is the default.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct CallOptions {
    pub size: usize,
    pub blocking: u32,
    pub keyed: u32,
    pub times: u64,
    pub at_once: u64,
    pub refused: Slice,
    pub handler: Option<Handler>,
    pub data: *mut c_void,
    pub drop: Option<Drop>,
}

/// A call that is over: `ft_call_event`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct CallEvent {
    pub id: u64,
    pub name: Slice,
    pub end: Slice,
    pub reason: Slice,
    pub fuel: u64,
    pub argument_bytes: u64,
    pub answer_bytes: u64,
    pub waited: f64,
}

/// Receiver of events of calls: `ft_call_log`.
pub type CallLog = unsafe extern "C" fn(*mut c_void, *const CallEvent);

/// Member of a class: `ft_member`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Member {
    pub kind: c_int,
    pub name: *const c_char,
    pub function: Option<Function>,
}

/// Class of objects of C: `ft_class`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct ClassOfC {
    pub size: usize,
    pub name: *const c_char,
    pub extends: *const ClassOfC,
    pub construct: Option<Constructor>,
    pub finalize: Option<Drop>,
    pub members: *const Member,
    pub member_count: usize,
}

/// Use of an engine so far: `ft_usage`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Usage {
    pub fuel: u64,
    pub bytes: u64,
    pub peak_bytes: u64,
    pub values: u64,
}

/// A global that is missing, and what to say of it: `ft_hint`.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Hint {
    pub global: *const c_char,
    pub hint: *const c_char,
}

/// A function for scripts: `ft_function`. C may give any number: 0 is done.
pub type Function = unsafe extern "C" fn(*mut c_void, Engine, *const Value, usize, *mut Value) -> c_int;
/// A loader of modules: `ft_loader`.
pub type Loader = unsafe extern "C" fn(*mut c_void, Slice, *mut Slice) -> c_int;
/// Handler of calls that wait: `ft_handler`.
pub type Handler = unsafe extern "C" fn(*mut c_void, Engine, u64, *const Value, usize, *mut Value) -> c_int;
/// Constructor of a class: `ft_constructor`.
pub type Constructor = unsafe extern "C" fn(*mut c_void, Engine, *const Value, usize, *mut *mut c_void) -> c_int;
/// Receiver of the messages of `console`: `ft_console`.
pub type Console = unsafe extern "C" fn(*mut c_void, Slice, Slice);
/// Destructor of the data of a function: `ft_drop`.
pub type Drop = unsafe extern "C" fn(*mut c_void);
