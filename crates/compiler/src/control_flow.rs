//! Control flow that both back-ends generate alike: labels, the places that conditions lead to, jumps that lead to jumps.

/// A place in the code that jumps can name before it is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Label(pub u32);

/// Where a condition leads, and which of the two places comes next in the code.
#[derive(Copy, Clone)]
pub(crate) struct Branches {
    pub on_true: Label,
    pub on_false: Label,
    pub next: bool,
}

impl Branches {
    pub fn negated(self) -> Branches {
        Branches { on_true: self.on_false, on_false: self.on_true, next: !self.next }
    }

    pub fn goal(self, truth: bool) -> Label {
        if truth { self.on_true } else { self.on_false }
    }
}

/// Where chains of jumps end, each found once.
pub(crate) struct JumpChains {
    /// By jump; [`UNKNOWN`] for one that nobody came to yet.
    ends: Vec<u32>,
    /// The jumps of the chain that is being followed.
    seen: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl JumpChains {
    /// For so many instructions.
    pub fn new(length: usize) -> Self {
        JumpChains { ends: vec![UNKNOWN; length], seen: Vec::new() }
    }

    /// The instruction that the way from `start` comes to. `jump` says where an instruction leads that does nothing else.
    pub fn end(&mut self, start: u32, jump: impl Fn(u32) -> Option<u32>) -> u32 {
        let mut at = start;
        while let Some(target) = jump(at) {
            if self.ends[at as usize] != UNKNOWN {
                at = self.ends[at as usize];
                break;
            }
            // Marks the jump as seen: a chain that runs into itself is an endless loop, and ends here.
            self.ends[at as usize] = at;
            self.seen.push(at);
            at = target;
        }
        for seen in self.seen.drain(..) {
            self.ends[seen as usize] = at;
        }
        at
    }
}
