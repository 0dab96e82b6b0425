//! Guesses the known name that an unknown one probably meant.

/// Longest name that is compared.
const LONGEST: usize = 40;

/// Returns the candidate that the name was most probably meant to be: one that differs in few letters, or only in upper
/// and lower case. Of equally near candidates it returns the first. Takes time in proportion to the candidates, a
/// microsecond or two for each.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if wanted.len() > LONGEST || wanted.len() < 2 {
        return None;
    }
    let most = wanted.len().div_ceil(4).min(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let bytes = candidate.len();
        if bytes.abs_diff(name.len()) > 4 * most || candidate == name || candidate.is_empty() {
            continue;
        }
        let distance = match candidate.eq_ignore_ascii_case(name) {
            true => 0,
            false => distance(&wanted, candidate, most),
        };
        if distance <= most && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns how many letters must be added, left out, exchanged, or swapped with the next one to turn one name into the
/// other.
fn distance(from: &[char], to: &str, most: usize) -> usize {
    let to: Vec<char> = to.chars().take(LONGEST + 1).collect();
    if to.len() > LONGEST || to.len().abs_diff(from.len()) > most {
        return usize::MAX;
    }
    let (mut earlier, mut above): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=to.len()).collect());
    for (row, &from_letter) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, &letter) in to.iter().enumerate() {
            let exchanged = above[column] + usize::from(from_letter != letter);
            let mut least = exchanged.min(above[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && from_letter == to[column - 1] && from[row - 1] == letter {
                least = least.min(earlier[column - 1] + 1);
            }
            current.push(least);
        }
        earlier = std::mem::replace(&mut above, current);
    }
    above.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_meant_are_found() {
        let names = ["length", "lengthen", "forEach", "indexOf", "map", "x", "console"];
        let near = |name| nearest(name, names);
        assert_eq!(near("lenght"), Some("length"));
        assert_eq!(near("foreach"), Some("forEach"));
        assert_eq!(near("indxOf"), Some("indexOf"));
        assert_eq!(near("consoel"), Some("console"));
        assert_eq!(near("mpa"), Some("map"));
        assert_eq!((near("filter"), near("y"), near(""), near("map")), (None, None, None, None));
        assert_eq!(near(&"l".repeat(1000)), None);
        assert_eq!(nearest("größe", ["grösse", "größer"]), Some("größer"));
    }
}
