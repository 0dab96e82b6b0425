//! Messages to the other process and back: each is a journey.

use ferrotape::Backend;

use super::journey::{Journey, Way};
use crate::diff::Goal;
use crate::guest::{self, Fields, Guest, Rest, SPEAKS_DIFFERENTLY};

/// Lets the other process continue a journey.
pub fn go_on(guest: &mut Guest, journey: &Journey) -> Result<Journey, String> {
    let answer = guest.answer(&written(journey))?;
    read(&mut Rest(&answer)).ok_or_else(|| SPEAKS_DIFFERENTLY.to_owned())
}

/// Continues journeys until the input ends: the work of the guest process.
pub fn serve() -> Result<(), String> {
    guest::serve(|message| {
        let mut journey = read(&mut Rest(message))?;
        journey.go_on();
        Some(written(&journey))
    })
}

const GOALS: [Goal; 3] = [Goal::Script, Goal::Module, Goal::Body];
const WAYS: [Way; 3] = [Way::Whole, Way::Plain, Way::Saved];

/// Writes a journey, field by field in the order in which [`read`] takes them.
fn written(journey: &Journey) -> Fields {
    let mut message = Fields::default();
    let goal = GOALS.iter().position(|&goal| goal == journey.goal).unwrap_or_default();
    let way = WAYS.iter().position(|&way| way == journey.way).unwrap_or_default();
    let backend = matches!(journey.backend, Backend::Stack);
    let (end, limit) = match &journey.end {
        None => (0, ""),
        Some(Ok(())) => (1, ""),
        Some(Err(limit)) => (2, limit.as_str()),
    };
    for number in [goal as u64, way as u64, backend.into(), journey.seed, journey.order, journey.route] {
        message.number(number);
    }
    for number in [journey.waits.into(), journey.answered, journey.restored, journey.unwritable, end] {
        message.number(number);
    }
    message.field(limit.as_bytes());
    message.field(journey.text.as_bytes());
    message.field(&journey.bytes);
    message.number(journey.lines.len() as u64);
    journey.lines.iter().for_each(|line| message.field(line.as_bytes()));
    message
}

/// Reads what [`written`] has made. None for bytes that are no journey.
fn read(message: &mut Rest<'_>) -> Option<Journey> {
    let mut number = || message.number();
    let goal = *GOALS.get(usize::try_from(number()?).ok()?)?;
    let way = *WAYS.get(usize::try_from(number()?).ok()?)?;
    let backend = if number()? == 0 { Backend::Register } else { Backend::Stack };
    let (seed, order, route) = (number()?, number()?, number()?);
    let (waits, answered, restored, unwritable, end) = (number()? != 0, number()?, number()?, number()?, number()?);
    let limit = message.text()?;
    let text = message.text()?;
    let bytes = message.field()?.to_vec();
    let lines = message.list(Rest::text)?;
    let end = match end {
        0 => None,
        1 => Some(Ok(())),
        _ => Some(Err(limit)),
    };
    Some(Journey {
        goal,
        text,
        backend,
        seed,
        way,
        order,
        route,
        bytes,
        waits,
        lines,
        answered,
        restored,
        unwritable,
        end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff;

    #[test]
    fn journeys_come_through() {
        let asking = diff::generate_asking(3);
        let mut journey = Journey::new(asking.goal, &asking.program.source(), Backend::Stack, 3, Way::Saved);
        journey.go_on();
        for end in [None, Some(Ok(())), Some(Err("a limit".to_owned()))] {
            journey.end = end;
            let sent = written(&journey).0;
            assert_eq!(read(&mut Rest(&sent)), Some(journey.clone()));
            assert_eq!(read(&mut Rest(&sent[..sent.len() - 1])), None);
        }
    }
}
