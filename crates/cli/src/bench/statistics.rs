//! Statistics of samples that assume no distribution.

/// Summary of a set of samples.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Statistics {
    pub count: usize,
    pub median: f64,
    /// Lower end of an interval that holds the true median in at least 95 of 100 cases.
    pub low: f64,
    pub high: f64,
    pub first_quartile: f64,
    pub third_quartile: f64,
    pub least: f64,
    pub most: f64,
    /// Medians of the earlier and the later half of the samples.
    halves: [f64; 2],
}

/// Standard deviations around the mean of a normal distribution that hold 95 of 100 values.
const DEVIATIONS: f64 = 1.96;

impl Statistics {
    /// Summarizes samples, given in the order in which they were taken. None may be NaN.
    pub fn of(mut samples: Vec<f64>) -> Statistics {
        let (earlier, later) = samples.split_at(samples.len() / 2);
        let halves = [earlier, later].map(|half| {
            let mut half = half.to_vec();
            half.sort_by(f64::total_cmp);
            quantile(&half, 0.5)
        });
        samples.sort_by(f64::total_cmp);
        let count = samples.len();
        // The number of samples below the median has a binomial distribution, like tossed coins.
        let (middle, reach) = (count as f64 / 2.0, DEVIATIONS * (count as f64).sqrt() / 2.0);
        let at = |rank: f64| samples.get((rank.max(0.0) as usize).min(count.saturating_sub(1))).copied().unwrap_or(0.0);
        Statistics {
            count,
            median: quantile(&samples, 0.5),
            low: at((middle - reach).floor() - 1.0),
            high: at((middle + reach).ceil()),
            first_quartile: quantile(&samples, 0.25),
            third_quartile: quantile(&samples, 0.75),
            least: at(0.0),
            most: at(count as f64),
            halves,
        }
    }

    /// Returns the distance between the quartiles, as a fraction of the median.
    pub fn spread(&self) -> f64 {
        if self.median > 0.0 { (self.third_quartile - self.first_quartile) / self.median } else { 0.0 }
    }

    /// Returns by which fraction the later half took longer than the earlier one, or 0 if that can be chance.
    pub fn drift(&self) -> f64 {
        let [earlier, later] = self.halves;
        let is_beyond_chance = !(self.low..=self.high).contains(&earlier) && !(self.low..=self.high).contains(&later);
        if earlier > 0.0 && is_beyond_chance { later / earlier - 1.0 } else { 0.0 }
    }
}

/// Interpolates a quantile between the two nearest samples.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * sorted.len().saturating_sub(1) as f64;
    let (below, above) = (sorted.get(place.floor() as usize), sorted.get(place.ceil() as usize));
    match (below, above) {
        (Some(below), Some(above)) => below + (above - below) * place.fract(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_hundred_numbers() {
        let found = Statistics::of((1..=100).map(f64::from).collect());
        assert_eq!((found.count, found.median, found.least, found.most), (100, 50.5, 1.0, 100.0));
        assert_eq!((found.first_quartile, found.third_quartile), (25.75, 75.25));
        // These are the ranks of the usual table: the 40th and the 61st.
        assert_eq!((found.low, found.high), (40.0, 61.0));
        assert!(found.drift() > 1.0 && found.spread() > 0.9);
    }

    #[test]
    fn of_few_or_equal_numbers() {
        assert_eq!(Statistics::of(Vec::new()), Statistics::default());
        let five = Statistics::of(vec![3.0, 1.0, 2.0, 5.0, 4.0]);
        assert_eq!((five.median, five.low, five.high), (3.0, 1.0, 5.0));
        let same = Statistics::of(vec![7.0; 40]);
        assert_eq!((same.median, same.low, same.high, same.spread(), same.drift()), (7.0, 7.0, 7.0, 0.0, 0.0));
    }
}
