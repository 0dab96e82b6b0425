//! Suggestions for misspelled words.

/// Least length of a word to be completed: shorter ones begin too many candidates.
const LEAST_BEGINNING: usize = 3;

/// Returns the candidate that a word was probably meant to be: one that has an ending besides, begins with the word, or
/// differs in few letters.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let ends = |candidate: &&str| candidate.strip_prefix(word).is_some_and(|rest| rest.starts_with('.'));
    let ended = candidates.clone().find(ends).filter(|_| !word.is_empty());
    let begins = |candidate: &&str| candidate.starts_with(word) && *candidate != word;
    let begun = candidates.clone().find(begins).filter(|_| word.len() >= LEAST_BEGINNING);
    ended.or(begun).or_else(|| ferrotape_text::nearest(word, candidates))
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
        let files = ["maker.js", "ma.js", "a.ts"];
        assert_eq!(nearest("ma", files.into_iter()), Some("ma.js"));
        assert_eq!((nearest("a", files.into_iter()), nearest("", files.into_iter())), (Some("a.ts"), None));
    }
}
