//! Shrinks a failing program: replaces it by a smaller one that still fails, until there is none.
//!
//! Candidates come in this order, since the first ones save most:
//!
//! - Lists lose a half, a quarter, … one of their statements.
//! - A fragment is replaced by a fragment of its kind inside it.
//! - An expression becomes `0`, a statement `;`.

use super::fragment::{Fragment, FragmentKind, Piece};

/// Returns the smallest program found that still fails. `attempts` limits the calls of `fails`.
pub fn shrink(mut program: Fragment, mut attempts: usize, mut fails: impl FnMut(&str) -> bool) -> Fragment {
    loop {
        let mut changed = false;
        let mut place = 0;
        while place < program.size() {
            let smaller = candidates(&program, place).into_iter().find(|candidate| {
                attempts = attempts.saturating_sub(1);
                attempts > 0 && fails(&candidate.source())
            });
            match smaller {
                Some(candidate) => {
                    program = candidate;
                    changed = true;
                }
                None => place += 1,
            }
            if attempts == 0 {
                return program;
            }
        }
        if !changed {
            return program;
        }
    }
}

/// Returns smaller programs that differ from this one in the fragment with that number, in order of the text.
fn candidates(program: &Fragment, place: usize) -> Vec<Fragment> {
    let Some(fragment) = nth(program, place) else { return Vec::new() };
    let mut replacements = shorter_lists(fragment);
    inside(fragment, fragment.kind, &mut replacements);
    let simplest = match fragment.kind {
        FragmentKind::Statement => Fragment::statement().text(";"),
        FragmentKind::Expression => Fragment::expression().text("0"),
    };
    if fragment.source().len() > simplest.source().len() {
        replacements.push(simplest);
    }
    let replace = |replacement: Fragment| {
        let mut program = program.clone();
        if let Some(slot) = nth_mut(&mut program, place) {
            *slot = replacement;
        }
        program
    };
    replacements.into_iter().map(replace).collect()
}

/// Returns copies of the fragment that lack some statements of its lists, the largest parts first.
fn shorter_lists(fragment: &Fragment) -> Vec<Fragment> {
    let mut shorter = Vec::new();
    for (index, piece) in fragment.pieces.iter().enumerate() {
        let (Piece::Statements(statements) | Piece::Quoted(statements)) = piece else { continue };
        let mut part = statements.len();
        while part > 0 {
            for start in (0..statements.len()).step_by(part) {
                let end = (start + part).min(statements.len());
                let kept = [&statements[..start], &statements[end..]].concat();
                let mut candidate = fragment.clone();
                if let Piece::Statements(statements) | Piece::Quoted(statements) = &mut candidate.pieces[index] {
                    *statements = kept;
                }
                shorter.push(candidate);
            }
            part /= 2;
        }
    }
    shorter
}

/// Collects the nearest fragments of a kind inside a fragment.
fn inside(fragment: &Fragment, kind: FragmentKind, found: &mut Vec<Fragment>) {
    for child in fragment.children() {
        if child.kind == kind {
            found.push(child.clone());
        } else {
            inside(child, kind, found);
        }
    }
}

/// Finds a fragment by its number, in the order of the text. The fragment itself is number 0.
fn nth(fragment: &Fragment, mut place: usize) -> Option<&Fragment> {
    if place == 0 {
        return Some(fragment);
    }
    place -= 1;
    for child in fragment.children() {
        let size = child.size();
        if place < size {
            return nth(child, place);
        }
        place -= size;
    }
    None
}

/// Finds the fragment that [`nth`] finds, to replace it.
fn nth_mut(fragment: &mut Fragment, mut place: usize) -> Option<&mut Fragment> {
    if place == 0 {
        return Some(fragment);
    }
    place -= 1;
    for piece in &mut fragment.pieces {
        let children = match piece {
            Piece::Text(_) => &mut [],
            Piece::Fragment(fragment) => std::slice::from_mut(fragment),
            Piece::Statements(statements) | Piece::Quoted(statements) => statements.as_mut_slice(),
        };
        for child in children {
            let size = child.size();
            if place < size {
                return nth_mut(child, place);
            }
            place -= size;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(argument: Fragment) -> Fragment {
        Fragment::statement().text("f").fragment(argument).text(";")
    }

    #[test]
    fn what_is_not_needed_for_the_failure_goes() {
        let needle = Fragment::expression().text("1+").fragment(Fragment::expression().text("needle"));
        let block = Fragment::statement()
            .text("{\n")
            .statements(vec![call(Fragment::expression().text("2")), call(needle)])
            .text("}");
        let program = Fragment::program(vec![block, call(Fragment::expression().text("3"))]);
        let small = shrink(program, 1_000, |source| source.contains("needle"));
        assert_eq!(small.source(), "f(needle);");
    }

    #[test]
    fn the_number_of_attempts_is_bounded() {
        let program = Fragment::program((0..50).map(|_| call(Fragment::expression().text("x"))).collect());
        let mut asked = 0;
        shrink(program, 20, |_| {
            asked += 1;
            false
        });
        assert!(asked < 20);
    }
}
