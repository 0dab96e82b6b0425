//! How values are shown.

/// How values are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many levels of objects within objects are shown; none for all of them, up to a hundred.
    pub depth: Option<usize>,
    /// With the colours of terminals.
    pub colors: bool,
    /// Columns that an object may take in one line.
    pub break_length: usize,
    /// Elements of an array, and entries of a Map or Set, that are shown.
    pub max_array_length: usize,
    /// Characters of a string that are shown.
    pub max_string_length: usize,
    /// Properties that are not enumerable too.
    pub show_hidden: bool,
    /// What stands in one line.
    pub compact: Compact,
    /// Entries of objects in the order of their texts.
    pub sorted: bool,
    /// What is shown of getters.
    pub getters: Getters,
    /// Proxies as such, with target and handler.
    pub show_proxy: bool,
    /// What objects say of themselves: their methods `Symbol.for('nodejs.util.inspect.custom')` are called.
    pub custom: bool,
    /// Numbers with a `_` between groups of three digits.
    pub numeric_separator: bool,
}

/// What stands in one line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Compact {
    /// Objects with fewer levels within, where they are short enough, and so many elements of arrays for each; none with zero.
    Levels(usize),
    /// Whatever is short enough.
    All,
}

/// What is shown of getters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Getters {
    /// That there are some. No script runs.
    Told,
    /// What they give: they are called.
    Called,
    /// What those give that have no setter.
    CalledWithoutSetter,
    /// What those give that have a setter.
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
