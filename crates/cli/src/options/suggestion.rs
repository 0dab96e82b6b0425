//! Did you mean?

/// The candidate that a word was probably meant to be: one with few other letters, or that begins with it.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = (word.chars().count() / 3).clamp(1, 3);
    let near = candidates.filter_map(|candidate| {
        let begins = word.len() >= 3 && candidate.starts_with(word);
        let distance = if begins { 1 } else { distance(word, candidate) };
        (distance <= most).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// How many letters are to be added, left out, exchanged, or swapped with the next one to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let exchanged = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                    let least = exchanged.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    let is_swap = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                    if is_swap { least.min(rows[i - 2][j - 2] + 1) } else { least }
                }
            };
        }
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_were_meant_are_found() {
        let words = ["memory", "module", "time", "timezone", "check", "bench"];
        let near = |word| nearest(word, words.into_iter());
        assert_eq!(near("memroy"), Some("memory"));
        assert_eq!(near("chekc"), Some("check"));
        assert_eq!(near("modul"), Some("module"));
        assert_eq!(near("timezon"), Some("timezone"));
        assert_eq!(near("tim"), Some("time"));
        assert_eq!(near("weather"), None);
        assert_eq!(near("x"), None);
    }
}
