//! Inverse hyperbolic functions, without overflow or cancellation on the way.

use std::f64::consts::LN_2;

/// From here on `x*x + 1` equals `x*x`.
const LARGE: f64 = (1u64 << 28) as f64;

/// Inverse hyperbolic sine. Zeros, infinities and NaN come out as they go in.
pub(super) fn asinh(number: f64) -> f64 {
    let x = number.abs();
    let result = if x > LARGE {
        x.ln() + LN_2
    } else {
        // asinh(x) = ln(x + sqrt(x*x + 1)), with the 1 taken out for small x.
        let square = x * x;
        (x + square / (1.0 + (square + 1.0).sqrt())).ln_1p()
    };
    // Restores -0; infinity has come through.
    result.copysign(number)
}

/// Inverse hyperbolic cosine, NaN below 1. Near 1 nothing cancels, as it is computed from the difference.
pub(super) fn acosh(x: f64) -> f64 {
    if x > LARGE {
        return x.ln() + LN_2;
    }
    if x < 1.0 {
        return f64::NAN;
    }
    // acosh(x) = ln(x + sqrt(x*x - 1)), in t = x - 1.
    let t = x - 1.0;
    (t + (2.0 * t + t * t).sqrt()).ln_1p()
}

pub(super) fn atanh(number: f64) -> f64 {
    let x = number.abs();
    (0.5 * (2.0 * x / (1.0 - x)).ln_1p()).copysign(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_domains() {
        assert_eq!(asinh(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert!(asinh(-0.0).is_sign_negative());
        assert_eq!(asinh(1e-300), 1e-300);
        assert_eq!(asinh(f64::MAX), 710.4758600739439);
        assert_eq!(acosh(1.0), 0.0);
        assert!(acosh(0.5).is_nan() && acosh(-1e300).is_nan() && acosh(f64::NEG_INFINITY).is_nan());
        assert_eq!(acosh(f64::MAX), 710.4758600739439);
        assert_eq!(atanh(1.0), f64::INFINITY);
        assert_eq!(atanh(-1.0), f64::NEG_INFINITY);
        assert!(atanh(-0.0).is_sign_negative() && atanh(1.5).is_nan());
    }
}
