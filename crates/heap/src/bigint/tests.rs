//! Tests that split operations give the same results as whole ones, and stop where limits are reached.

use ferrotape_budget::{Budget, Termination};
use num_bigint::{BigInt, BigUint};

use super::long::{power, product, quotient};
use crate::bigint::bigints;
use crate::heap::Heap;
use crate::value::Value;

/// A magnitude of so many limbs, some of them all zeros or all ones.
fn magnitude(limbs: usize, seed: u64) -> BigUint {
    let mut state = seed | 1;
    let mut digits = Vec::new();
    for place in 0..2 * limbs {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        digits.push(match (state >> 60, place + 1 == 2 * limbs) {
            (0..3, false) => 0,
            (3..6, _) => u32::MAX,
            _ => (state >> 20) as u32 | 1,
        });
    }
    BigUint::new(digits)
}

#[test]
fn products_and_quotients_of_all_lengths_agree() {
    let budget = &mut Budget::default();
    let lengths = [0, 1, 256, 257, 700, 1600];
    for (a, a_seed) in lengths.into_iter().zip(100..) {
        for (b, b_seed) in lengths.into_iter().zip(200..) {
            let (long, short) = (magnitude(a, a_seed), magnitude(b, b_seed));
            let whole = product(&long, &short, budget).expect("no limits");
            assert_eq!(whole, &long * &short, "{a} * {b}");
            if b == 0 {
                continue;
            }
            for dividend in [&whole, &(&whole - BigUint::from(u8::from(a > 0))), &(&whole + &long)] {
                let (found, rest) = quotient(dividend, &short, budget).expect("no limits");
                assert!(rest < short, "{a} / {b}");
                assert_eq!(&found * &short + rest, *dividend, "{a} / {b}");
            }
        }
    }
}

#[test]
fn a_quotient_digit_that_is_estimated_too_high_is_corrected() {
    let budget = &mut Budget::default();
    let ones = |limbs: usize| (BigUint::from(1u8) << (64 * limbs)) - BigUint::from(1u8);
    for length in [512, 600, 1024] {
        let divisor = (ones(length / 2) << (32 * length)) + BigUint::from(1u8);
        let dividend = &divisor * ones(length) + (&divisor - BigUint::from(1u8));
        assert_eq!(quotient(&dividend, &divisor, budget), Ok((ones(length), &divisor - BigUint::from(1u8))));
    }
}

#[test]
fn powers_agree() {
    let budget = &mut Budget::default();
    for (base, exponent) in [(2u32, 5000u32), (3, 1), (3, 2), (10, 777), (96, 400), (64, 300)] {
        let base = BigUint::from(base);
        assert_eq!(power(&base, exponent.into(), budget), Ok(base.pow(exponent)));
    }
}

#[test]
fn long_work_is_ticked_for_and_stops() {
    let (a, b) = (magnitude(6000, 1), magnitude(6000, 2));
    let mut budget = Budget::default();
    budget.set_fuel(Some(100_000));
    assert_eq!(product(&a, &b, &mut budget), Err(Termination::OutOfFuel));
    let mut budget = Budget::default();
    budget.set_fuel(Some(100_000));
    assert_eq!(quotient(&(&a << 100_000), &b, &mut budget), Err(Termination::OutOfFuel));
}

#[test]
fn texts_of_all_radices_are_read_back() {
    let mut heap = Heap::new(1, crate::names::TEXTS);
    for limbs in [1, 2, 31, 32, 33, 100] {
        let value = -BigInt::from(magnitude(limbs, 9));
        let cell = bigints::insert_bigint(&mut heap, value.clone()).expect("room");
        for radix in 2..=36 {
            let text = bigints::bigint_to_string(&mut heap, cell, radix).expect("room").expect("not too long");
            let flat = heap.flatten(text).expect("room");
            let text = heap.view(flat).to_string_lossy();
            assert_eq!(BigInt::parse_bytes(text.as_bytes(), radix), Some(value.clone()), "radix {radix}");
        }
        let text = bigints::bigint_to_string(&mut heap, cell, 10).expect("room").expect("not too long");
        let read = bigints::bigint_of_literal(&mut heap, text).expect("room");
        assert_eq!(*bigints::get(&heap, read), value);
    }
}

#[test]
fn nothing_stays_on_loan_and_cells_are_accounted_for() {
    let mut heap = Heap::new(1, crate::names::TEXTS);
    let cell = bigints::insert_bigint(&mut heap, magnitude(1000, 3).into()).expect("room");
    bigints::bigint_to_string(&mut heap, cell, 10).expect("room");
    assert_eq!(heap.on_loan(), 0);
    heap.set_memory_limit(Some(heap.budget.bytes() + 10_000));
    assert_eq!(bigints::insert_bigint(&mut heap, magnitude(2000, 3).into()), Err(Termination::OutOfMemory));
    assert_eq!(bigints::bigint_to_string(&mut heap, cell, 2), Err(Termination::OutOfMemory));
}

#[test]
fn equal_values_have_equal_hashes_and_elements_of_arrays_come_back() {
    let mut heap = Heap::new(1, &[]);
    for value in [0, 1, -1, i64::MIN, i64::MAX] {
        let (a, b) = (bigints::bigint_of_i64(&mut heap, value), bigints::bigint_of_i64(&mut heap, value));
        let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) else { panic!("BigInts") };
        assert_ne!(Value::bigint(a), Value::bigint(b));
        assert_eq!(bigints::bigints_equal(&mut heap, a, b), Ok(true));
        assert_eq!(bigints::bigint_hash(&mut heap, a), bigints::bigint_hash(&mut heap, b));
        assert_eq!(bigints::low_bits_of_bigint(&heap, a) as i64, value);
    }
    let largest = bigints::bigint_of_u64(&mut heap, u64::MAX).as_bigint().expect("a BigInt");
    assert_eq!(bigints::low_bits_of_bigint(&heap, largest), u64::MAX);
}
