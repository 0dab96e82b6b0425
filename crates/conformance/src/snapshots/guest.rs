//! Messages to the other process and back: each is a journey.

use ferrotape::Backend;

use super::journey::Journey;
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

/// Writes a journey, field by field in the order in which [`read`] takes them.
fn written(journey: &Journey) -> Fields {
    let mut message = Fields::default();
    let backend = matches!(journey.backend, Backend::Stack);
    let (end, limit) = match &journey.end {
        None => (0, ""),
        Some(Ok(())) => (1, ""),
        Some(Err(limit)) => (2, limit.as_str()),
    };
    for number in [backend.into(), journey.is_paused.into(), journey.pauses, journey.seed, journey.restored, end] {
        message.number(number);
    }
    message.field(limit.as_bytes());
    message.field(journey.last.as_bytes());
    message.field(&journey.bytes);
    message.number(journey.scripts.len() as u64);
    for (name, text) in &journey.scripts {
        message.field(name.as_bytes());
        message.field(text.as_bytes());
    }
    message.number(journey.lines.len() as u64);
    journey.lines.iter().for_each(|line| message.field(line.as_bytes()));
    message.number(journey.unwritable.len() as u64);
    for (what, (count, example)) in &journey.unwritable {
        message.field(what.as_bytes());
        message.number(*count);
        message.field(example.as_bytes());
    }
    message
}

/// Reads what [`written`] has made. None for bytes that are no journey.
fn read(message: &mut Rest<'_>) -> Option<Journey> {
    let mut number = || message.number();
    let backend = if number()? == 0 { Backend::Register } else { Backend::Stack };
    let (is_paused, pauses, seed, restored, end) = (number()? != 0, number()?, number()?, number()?, number()?);
    let limit = message.text()?;
    let last = message.text()?;
    let bytes = message.field()?.to_vec();
    let scripts = message.list(|message| Some((message.text()?, message.text()?)))?;
    let lines = message.list(Rest::text)?;
    let unwritable = message.list(|message| Some((message.text()?, (message.number()?, message.text()?))))?;
    let end = match end {
        0 => None,
        1 => Some(Ok(())),
        _ => Some(Err(limit)),
    };
    let unwritable = unwritable.into_iter().collect();
    Some(Journey { backend, scripts, bytes, is_paused, pauses, seed, last, lines, restored, unwritable, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff;

    #[test]
    fn journeys_come_through() {
        let mut journey = Journey::new(&diff::generated_program(3), Backend::Stack, 7);
        journey.go_on();
        journey.unwritable.insert("something".to_owned(), (2, "like this".to_owned()));
        for end in [None, Some(Ok(())), Some(Err("a limit".to_owned()))] {
            journey.end = end;
            let sent = written(&journey).0;
            assert_eq!(read(&mut Rest(&sent)), Some(journey.clone()));
            assert_eq!(read(&mut Rest(&sent[..sent.len() - 1])), None);
        }
    }
}
