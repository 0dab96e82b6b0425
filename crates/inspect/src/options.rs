//! Options for showing values.

/// Options for showing values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of levels of objects within objects that are shown; none for all of them, up to a hundred.
    pub depth: Option<usize>,
    /// With the colours of terminals.
    pub colors: bool,
    /// Columns that an object may take in one line.
    pub break_length: usize,
    /// Elements of an array, and entries of a Map or Set, that are shown.
    pub max_array_length: usize,
    /// Characters of a string that are shown.
    pub max_string_length: usize,
    /// Named properties of an object that are shown. The others are left out without a word: for texts that are cut.
    pub max_properties: usize,
    /// Properties that are not enumerable too.
    pub show_hidden: bool,
    /// Rule for what stands in one line.
    pub compact: Compact,
    /// Entries of objects in the order of their texts.
    pub sorted: bool,
    /// Rule for getters.
    pub getters: Getters,
    /// Proxies as such, with target and handler.
    pub show_proxy: bool,
    /// Whether objects speak for themselves: their methods `Symbol.for('nodejs.util.inspect.custom')` are called.
    pub custom: bool,
    /// Numbers with a `_` between groups of three digits.
    pub numeric_separator: bool,
}

/// Rule for what stands in one line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Compact {
    /// Objects with fewer levels within, where they are short enough, and this many elements of arrays for each; none with zero.
    Levels(usize),
    /// Whatever is short enough.
    All,
}

/// Rule for getters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Getters {
    /// Getters are named. No script runs.
    Told,
    /// Getters are called, and their results shown.
    Called,
    /// Getters without a setter are called.
    CalledWithoutSetter,
    /// Getters with a setter are called.
    CalledWithSetter,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            depth: Some(2),
            colors: false,
            break_length: 80,
            max_array_length: 100,
            max_string_length: 10_000,
            max_properties: usize::MAX,
            show_hidden: false,
            compact: Compact::Levels(3),
            sorted: false,
            getters: Getters::Told,
            show_proxy: false,
            custom: false,
            numeric_separator: false,
        }
    }
}
