//! Output of a program that is repeated: what it writes again is held back.

/// First value of the hash of a text.
const FIRST: u64 = 0xcbf2_9ce4_8422_2325;
/// Factor of the hash, FNV-1a.
const FACTOR: u64 = 0x0100_0000_01b3;

/// Number of bytes that a program has written, to standard output and standard error together.
pub struct Written {
    /// In this run.
    count: u64,
    /// In the longest one.
    most: u64,
    /// Hashes of both.
    hash: u64,
    hash_of_most: u64,
    has_departed: bool,
    aside: Aside,
    /// Number of times that the program has looked at the clock, in this run.
    looks: u64,
    /// Count and hash where a change has led the program another way, in their order.
    turns: Vec<(u64, u64)>,
}

/// State of a program's output at a checkpoint.
#[derive(Copy, Clone)]
pub struct WrittenMark {
    count: u64,
    hash: u64,
    looks: u64,
}

/// Writer of what is written.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
pub enum Aside {
    /// The program.
    #[default]
    No,
    /// A text that somebody evaluates.
    Told,
    /// Output of a text that was evaluated before, in a program that is repeated.
    Again,
}

impl Default for Written {
    fn default() -> Self {
        let turns = Vec::new();
        let (hash, hash_of_most) = (FIRST, FIRST);
        Written { count: 0, most: 0, hash, hash_of_most, has_departed: false, aside: Aside::No, looks: 0, turns }
    }
}

impl Written {
    /// The program begins again.
    pub fn begin_again(&mut self) {
        (self.count, self.hash, self.looks) = (0, FIRST, 0);
    }

    /// Gives the state for [`Written::go_back`].
    pub fn mark(&self) -> WrittenMark {
        WrittenMark { count: self.count, hash: self.hash, looks: self.looks }
    }

    /// The program goes on from where that was its state.
    pub fn go_back(&mut self, WrittenMark { count, hash, looks }: WrittenMark) {
        (self.count, self.hash, self.looks) = (count, hash, looks);
    }

    /// Counts a look at the clock, and returns how many there were before.
    pub fn look(&mut self) -> u64 {
        self.looks += 1;
        self.looks - 1
    }

    /// A change leads the program another way from here: what it writes from now on was not written before.
    pub fn go_another_way(&mut self) {
        self.turns.retain(|&(count, _)| count <= self.count);
        self.turns.push((self.count, self.hash));
        (self.most, self.hash_of_most) = (self.count, self.hash);
    }

    /// Changes behind this place are undone: what the program has written behind the first of them is of another way.
    pub fn undo(&mut self) {
        let behind = |&(count, _): &(u64, u64)| count >= self.count;
        if let Some((place, &turn)) = self.turns.iter().enumerate().find(|(_, turn)| behind(turn)) {
            self.turns.truncate(place);
            (self.most, self.hash_of_most) = turn;
        }
    }

    /// Says whose output comes from now on.
    pub fn set_aside(&mut self, aside: Aside) {
        self.aside = aside;
    }

    /// The part of a piece that was not written yet.
    pub fn news<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        match self.aside {
            Aside::No => {}
            Aside::Told => return piece,
            Aside::Again => return &[],
        }
        let known = self.most.saturating_sub(self.count).min(piece.len() as u64) as usize;
        let (again, news) = piece.split_at(known);
        self.count += piece.len() as u64;
        self.add(again);
        if !news.is_empty() || self.count == self.most {
            self.compare();
        }
        self.add(news);
        if !news.is_empty() {
            (self.most, self.hash_of_most) = (self.count, self.hash);
        }
        news
    }

    fn add(&mut self, piece: &[u8]) {
        for &byte in piece {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(FACTOR);
        }
    }

    /// Compares what was written again with what was written first.
    fn compare(&mut self) {
        if self.hash != self.hash_of_most && !self.has_departed {
            self.has_departed = true;
            eprintln!("ferrotape: the program has written something else than before");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_goes_on_from_a_checkpoint_writes_nothing_twice() {
        let mut written = Written::default();
        assert_eq!((written.news(b"one "), written.look()), (&b"one "[..], 0));
        let mark = written.mark();
        assert_eq!((written.news(b"two "), written.look()), (&b"two "[..], 1));
        written.go_back(mark);
        assert_eq!((written.news(b"two three"), written.look()), (&b"three"[..], 1));
        assert!(!written.has_departed);
    }

    #[test]
    fn output_behind_a_change_is_new() {
        let mut written = Written::default();
        assert_eq!(written.news(b"one two"), b"one two");
        written.begin_again();
        assert_eq!(written.news(b"one "), b"");
        written.go_another_way();
        assert_eq!(written.news(b"too"), b"too");
        // The change is made again.
        written.begin_again();
        assert_eq!(written.news(b"one too"), b"");
        assert_eq!(written.news(b" three"), b" three");
        // It is undone.
        written.begin_again();
        assert_eq!(written.news(b"o"), b"");
        written.undo();
        assert_eq!(written.news(b"ne two"), b"two");
        assert!(!written.has_departed);
    }

    #[test]
    fn what_was_written_is_not_written_again() {
        let mut written = Written::default();
        assert_eq!(written.news(b"one "), b"one ");
        assert_eq!(written.news(b"two "), b"two ");
        written.begin_again();
        assert_eq!(written.news(b"one t"), b"");
        written.begin_again();
        assert_eq!(written.news(b""), b"");
        assert_eq!(written.news(b"one two three"), b"three");
        assert_eq!(written.news(b" four"), b" four");
        written.set_aside(Aside::Told);
        assert_eq!(written.news(b"told"), b"told");
        written.set_aside(Aside::Again);
        assert_eq!(written.news(b"told"), b"");
        written.set_aside(Aside::No);
        assert!(!written.has_departed);
        written.begin_again();
        assert_eq!(written.news(b"one too three four five"), b" five");
        assert!(written.has_departed);
    }
}
