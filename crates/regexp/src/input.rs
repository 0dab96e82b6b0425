//! The text that is searched.

/// A text as the engine holds it: nothing is converted for matching.
#[derive(Copy, Clone, Debug)]
pub enum Input<'a> {
    /// Each byte is a code unit.
    Latin1(&'a [u8]),
    /// Code units, which may contain lone surrogates.
    Utf16(&'a [u16]),
}

impl Input<'_> {
    /// Code units.
    pub fn len(self) -> usize {
        match self {
            Input::Latin1(units) => units.len(),
            Input::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// What matchers are generic over, so that each width has its own compiled matcher.
pub(crate) trait InputText: Copy {
    fn len(self) -> usize;

    /// The code unit at a position, none at the end.
    fn unit(self, position: usize) -> Option<u32>;
}

impl InputText for &[u8] {
    #[inline(always)]
    fn len(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn unit(self, position: usize) -> Option<u32> {
        self.get(position).map(|&unit| u32::from(unit))
    }
}

impl InputText for &[u16] {
    #[inline(always)]
    fn len(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn unit(self, position: usize) -> Option<u32> {
        self.get(position).map(|&unit| u32::from(unit))
    }
}
