//! Check that code ticks: no path through it is long without a call, a backward jump or a `Tick`, all of which the
//! budget counts. So limits and interrupts are checked in time, in any code.

use super::{Checked, check_at};
use crate::ways::{FAR, MOST_WITHOUT_TICK, RECORDS_PER_TICK, Ways};
use crate::{Instruction, RegisterCode};

/// Checks code whose operands, catchers and switch tables have been checked.
pub(super) fn ticks(code: &RegisterCode) -> Checked {
    let mut is_taken = vec![false; code.switches.len()];
    let mut ways = Ways::new(code.instructions.len(), &code.catchers, &code.switches);
    for (at, &instruction) in code.instructions.iter().enumerate() {
        if let Instruction::Switch { table, .. } = instruction {
            // Shared tables would take more time than the code's length allows.
            let is_shared = std::mem::replace(&mut is_taken[table as usize], true);
            check_at(!is_shared, at, "two switches have one table")?;
        }
        let ran = ways.to(at) + 1;
        let ran_on = if has_ticked(instruction) { 0 } else { ran };
        check_at(ran_on <= MOST_WITHOUT_TICK, at, "code runs too long without a tick")?;
        ways.go_on(at, instruction, ran_on, ran_to_catcher(instruction, ran));
    }
    Ok(())
}

/// Returns the instructions run when a handler is reached. A call of something uncallable throws before the call is
/// counted. No catcher stops the exception of a tick.
fn ran_to_catcher(instruction: Instruction, ran: u32) -> u32 {
    if matches!(instruction, Instruction::Tick { .. }) { 0 } else { ran }
}

/// Returns whether the budget has been checked when the next instruction runs.
fn has_ticked(instruction: Instruction) -> bool {
    use Instruction::*;
    matches!(
        instruction,
        Tick { .. }
            | Call { .. }
            | CallWide { .. }
            | TailCall { .. }
            | TailCallWide { .. }
            | CallEval { .. }
            | CallEvalWide { .. }
            | New { .. }
            | NewWide { .. }
    )
}

/// Checks that a tick stands before each access to a variable that many records are on the way to.
pub(super) fn far_accesses(code: &RegisterCode) -> Checked {
    use Instruction::{GetOuter, GetOuterChecked, SetOuter};
    let mut is_target = Vec::new();
    for (at, &instruction) in code.instructions.iter().enumerate() {
        let (GetOuter { depth, .. } | GetOuterChecked { depth, .. } | SetOuter { depth, .. }) = instruction else {
            continue;
        };
        if depth < FAR {
            continue;
        }
        // Hardly any code has one.
        if is_target.is_empty() {
            is_target = targets(code);
        }
        let is_paid = paid_before(code, &is_target, at) >= u32::from(depth / RECORDS_PER_TICK);
        check_at(is_paid, at, "a variable is far out, and nothing is paid for the way")?;
    }
    Ok(())
}

/// Returns for each instruction whether a jump, a switch or an exception leads there.
fn targets(code: &RegisterCode) -> Vec<bool> {
    let mut is_target = vec![false; code.instructions.len()];
    let jumps = code.instructions.iter().filter_map(|instruction| instruction.target());
    let switches = code.switches.iter().flat_map(|table| table.targets.iter().copied());
    let handlers = code.catchers.iter().map(|catcher| catcher.handler);
    for target in jumps.chain(switches).chain(handlers) {
        is_target[target as usize] = true;
    }
    is_target
}

/// Returns the amount of the tick that always comes before an instruction, with no more than a load between them.
fn paid_before(code: &RegisterCode, is_target: &[bool], at: usize) -> u32 {
    let mut place = at;
    for _ in 0..2 {
        let Some(before) = place.checked_sub(1).filter(|_| !is_target[place]) else { return 0 };
        match code.instructions[before] {
            Instruction::Tick { amount } => return amount,
            Instruction::LoadWide { .. } => place = before,
            _ => return 0,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Instruction::*;
    use crate::{Catcher, SwitchTable};

    const MOST: usize = MOST_WITHOUT_TICK as usize;
    const TOO_LONG: &str = "code runs too long without a tick";
    const STEP: Instruction = Move { dst: 0, src: 0 };
    const TAIL_CALL: Instruction = TailCall { dst: 0, callee: 0, base: 0, argc: 0, plain: 0 };
    const CALL: Instruction = Call { dst: 0, callee: 0, base: 0, argc: 0, plain: 0 };

    fn code(parts: &[(Instruction, usize)]) -> RegisterCode {
        let instructions = parts.iter().flat_map(|&(instruction, count)| std::iter::repeat_n(instruction, count));
        RegisterCode { register_count: 1, instructions: instructions.collect(), ..RegisterCode::default() }
    }

    fn catcher(start: usize, end: usize, handler: usize) -> Catcher {
        Catcher {
            start: start as u32,
            end: end as u32,
            handler: handler as u32,
            register: 0,
            scope: None,
            is_finally: false,
        }
    }

    /// Checks code that is as long as allowed with `count`, and too long with one more.
    #[track_caller]
    fn ends_at(count: usize, made: impl Fn(usize) -> RegisterCode) {
        assert_eq!(ticks(&made(count)), Ok(()));
        assert_eq!(ticks(&made(count + 1)).unwrap_err().1, TOO_LONG);
    }

    #[test]
    fn straight_code_is_bounded() {
        ends_at(MOST - 1, |count| code(&[(STEP, count), (ReturnUndefined {}, 1)]));
        let last = ticks(&code(&[(STEP, MOST), (ReturnUndefined {}, 1)])).unwrap_err();
        assert_eq!(last, (Some(MOST), TOO_LONG), "the instruction that is too much is named");
    }

    #[test]
    fn ticks_calls_and_jumps_backwards_begin_anew() {
        let wide = (CallWide { dst: 0, argc: 0, base: 0 }, 1);
        let made = (New { dst: 0, base: 0, argc: 0 }, 1);
        for cut in [(Tick { amount: 1 }, 1), (CALL, 1), (TAIL_CALL, 1), wide, made] {
            ends_at(MOST - 1, |count| code(&[(STEP, MOST), cut, (STEP, count), (ReturnUndefined {}, 1)]));
        }
        // An untaken backward branch does not tick.
        let branch = (JumpIfTrue { a: 0, to: 0 }, 1);
        ends_at(MOST - 2, |count| code(&[(STEP, count), branch, (ReturnUndefined {}, 1)]));
        ends_at(MOST - 1, |count| code(&[(STEP, count), (Jump { to: 0 }, 1)]));
        assert_eq!(ticks(&code(&[(Jump { to: 0 }, 1)])), Ok(()));
        // Calls of accessors do not count as calls.
        let property = GetProperty { dst: 0, object: 0, cache: 0 };
        ends_at(MOST - 1, |count| code(&[(property, count), (ReturnUndefined {}, 1)]));
    }

    #[test]
    fn a_jump_over_a_tick_leads_on() {
        let around = |to| (JumpIfTrue { a: 0, to: to as u32 }, 1);
        let tick = (Tick { amount: 1 }, 1);
        ends_at(MOST - 102, |count| code(&[(STEP, 100), around(102), tick, (STEP, count), (ReturnUndefined {}, 1)]));
        // Skips every tick, each of them beside a path that ticks.
        let parts = |count: usize| (0..count).flat_map(|n| [around(2 * n + 2), tick]).chain([(ReturnUndefined {}, 1)]);
        ends_at(MOST - 1, |count| code(&parts(count).collect::<Vec<_>>()));
    }

    #[test]
    fn all_targets_of_a_switch_are_ways() {
        let made = |count: usize| {
            let parts = [(STEP, 99), (Switch { a: 0, table: 0 }, 1), (CALL, 1), (STEP, count), (ReturnUndefined {}, 1)];
            RegisterCode { switches: vec![SwitchTable { low: 0, targets: vec![100, 101, 0] }], ..code(&parts) }
        };
        ends_at(MOST - 101, made);
        let mut shared = made(1);
        Arc::make_mut(&mut shared.instructions)[0] = Switch { a: 0, table: 0 };
        assert_eq!(ticks(&shared), Err((Some(99), "two switches have one table")));
    }

    #[test]
    fn exceptions_lead_on_from_all_that_is_protected() {
        // The protected code throws before it ticks, or calls something uncallable. No handler catches what a tick
        // throws.
        for (cut, thrown) in [(Tick { amount: 1 }, 200), (CALL, 201)] {
            ends_at(MOST - thrown - 1, |count| {
                let parts = [(STEP, 200), (cut, 1), (ReturnUndefined {}, 1), (STEP, count), (Throw { src: 0 }, 1)];
                RegisterCode { catchers: vec![catcher(100, 201, 202)], ..code(&parts) }
            });
        }
        // Handler after handler, each of which may throw at its end.
        let steps = 10;
        ends_at(MOST / (steps + 1), |count| {
            let part = [(STEP, steps), (Throw { src: 0 }, 1)];
            let parts: Vec<_> = (0..count).flat_map(|_| part).collect();
            let at = |n| n * (steps + 1);
            let catchers = (1..count).map(|n| catcher(if n % 2 == 0 { 0 } else { at(n - 1) }, at(n), at(n)));
            RegisterCode { catchers: catchers.collect(), ..code(&parts) }
        });
    }

    #[test]
    fn the_way_to_variables_far_out_is_paid_for() {
        let far = |depth| GetOuterChecked { dst: 0, depth, index: 0 };
        let checked = |parts: &[Instruction]| {
            let parts: Vec<_> = parts.iter().chain(&[ReturnUndefined {}]).map(|&part| (part, 1)).collect();
            far_accesses(&code(&parts))
        };
        const UNPAID: &str = "a variable is far out, and nothing is paid for the way";
        let (tick, load) = (Tick { amount: 8 }, LoadWide { dst: 0, index: 0 });
        let store = SetOuter { src: 0, depth: 64, index: 0 };
        let paid: [&[Instruction]; 4] =
            [&[far(63)], &[tick, far(64)], &[tick, load, store], &[tick, far(64), tick, store]];
        for paid in paid {
            assert_eq!(checked(paid), Ok(()), "{paid:?}");
        }
        let unpaid: [&[Instruction]; 6] = [
            &[far(64)],
            &[tick, far(72)],
            &[tick, far(64), store],
            &[tick, load, load, store],
            &[JumpIfTrue { a: 0, to: 2 }, tick, far(64)],
            &[JumpIfTrue { a: 0, to: 2 }, tick, load, store],
        ];
        for unpaid in unpaid {
            assert_eq!(checked(unpaid).map_err(|error| error.1), Err(UNPAID), "{unpaid:?}");
        }
    }

    /// Finds the longest path one step at a time, until no longer one is found.
    fn searched(code: &RegisterCode) -> u32 {
        let length = code.instructions.len();
        let mut longest = vec![0; length];
        let mut most = 0;
        let mut before = None;
        while before.replace(longest.clone()).as_ref() != Some(&longest) {
            for (at, &instruction) in code.instructions.iter().enumerate() {
                let ran = longest[at] + 1;
                let ran_on = if has_ticked(instruction) { 0 } else { ran };
                most = most.max(ran_on);
                let mut to: Vec<(usize, u32)> =
                    instruction.target().map(|to| (to as usize, ran_on)).into_iter().collect();
                if let Switch { table, .. } = instruction {
                    to.extend(code.switches[table as usize].targets.iter().map(|&to| (to as usize, ran_on)));
                }
                if !instruction.ends_block() {
                    to.push((at + 1, ran_on));
                }
                let around = |catcher: &&Catcher| (catcher.start..catcher.end).contains(&(at as u32));
                let thrown = ran_to_catcher(instruction, ran);
                to.extend(code.catchers.iter().find(around).map(|catcher| (catcher.handler as usize, thrown)));
                for (to, ran) in to.into_iter().filter(|&(to, _)| to > at) {
                    longest[to] = longest[to].max(ran);
                }
            }
        }
        most
    }

    #[test]
    fn one_pass_finds_what_a_search_of_all_ways_finds() {
        let mut seed = 1u32;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % below
        };
        let (mut sound, mut refused) = (0, 0);
        for _ in 0..2_000 {
            let length = 300 + random(400);
            let mut made = code(&[(STEP, length - 1), (ReturnUndefined {}, 1)]);
            for _ in 0..random(12) {
                let (at, to) = (random(length - 1), random(length) as u32);
                Arc::make_mut(&mut made.instructions)[at] = match random(5) {
                    0 => Jump { to },
                    1 => JumpIfTrue { a: 0, to },
                    2 => CALL,
                    3 => Throw { src: 0 },
                    _ => {
                        made.switches.push(SwitchTable { low: 0, targets: vec![to, random(length) as u32] });
                        Switch { a: 0, table: made.switches.len() as u32 - 1 }
                    }
                };
            }
            for at in (0..length - 1).step_by(100 + random(600)) {
                Arc::make_mut(&mut made.instructions)[at] = Tick { amount: 1 };
            }
            // Inner ranges before outer ones, with handlers behind them.
            let (mut start, mut end) = (random(length - 2), 0);
            for _ in 0..random(4) {
                end = (end.max(start + 1) + random(60)).min(length - 1);
                made.catchers.push(catcher(start, end, end + random(length - end)));
                start -= random(start + 1);
            }
            let is_sound = searched(&made) <= MOST_WITHOUT_TICK;
            assert_eq!(ticks(&made).is_ok(), is_sound, "{made:?}");
            *(if is_sound { &mut sound } else { &mut refused }) += 1;
        }
        assert!(sound > 100 && refused > 100, "{sound} {refused}");
    }
}
