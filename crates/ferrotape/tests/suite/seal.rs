//! Tokens: nobody without the key reads or writes one, and nobody uses one for something else.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use ferrotape::script::Compiler;
use ferrotape::seal::{Key, Once, Seal};
use ferrotape::{Error, ErrorKind, Program, Script};

const NOW: Duration = Duration::from_secs(1_000_000_000);

fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + NOW
}

fn keys() -> [Key; 2] {
    [Key::new(2, [9; 32]), Key::new(1, [7; 32])]
}

fn refused(opened: Result<Vec<u8>, Error>) -> String {
    let error = opened.expect_err("refused");
    assert!(matches!(error.kind(), ErrorKind::Saved(_)), "{error}");
    error.message().to_owned()
}

const UNKNOWN: &str = "no token for this name and program by one of these keys";

#[test]
fn no_bit_of_a_token_can_be_changed_nor_its_end_be_cut() {
    let keys = keys();
    let seal = Seal::new(&keys).name("a").expires(now() + Duration::from_secs(60));
    let token = seal.seal(b"the state of a program").unwrap();
    assert_eq!(seal.open(&token, now()).unwrap(), b"the state of a program");
    assert!(!token.windows(5).any(|bytes| bytes == b"state"));
    for bit in 0..8 * token.len() {
        let mut changed = token.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(refused(seal.open(&changed, now())), UNKNOWN, "bit {bit}");
    }
    for length in 0..token.len() {
        assert_eq!(refused(seal.open(&token[..length], now())), UNKNOWN);
    }
    assert_eq!(refused(seal.open(&[&*token, b"!"].concat(), now())), UNKNOWN);
}

#[test]
fn keys_names_and_programs_belong_to_a_token() {
    let (keys, others) = (keys(), [Key::new(2, [8; 32]), Key::new(1, [6; 32])]);
    let program = Program::compile("job.js", "1 + 1").unwrap();
    let seal = Seal::new(&keys).name("a").program(&program);
    let token = seal.seal(b"state").unwrap();
    assert_eq!(refused(Seal::new(&others).name("a").program(&program).open(&token, now())), UNKNOWN);
    assert_eq!(refused(Seal::new(&[]).name("a").program(&program).open(&token, now())), UNKNOWN);
    assert_eq!(refused(Seal::new(&keys).name("b").program(&program).open(&token, now())), UNKNOWN);
    assert_eq!(refused(Seal::new(&keys).name("a").open(&token, now())), UNKNOWN);
    for changed in [
        Program::compile("job.js", "1 + 2").unwrap(),
        Program::compile("other.js", "1 + 1").unwrap(),
        Program::body("job.js", "1 + 1").unwrap(),
    ] {
        assert_eq!(refused(Seal::new(&keys).name("a").program(&changed).open(&token, now())), UNKNOWN);
    }
    let same = Program::compile("job.js", "1 + 1").unwrap();
    assert_eq!(Seal::new(&keys).name("a").program(&same).open(&token, now()).unwrap(), b"state");
    assert!(Seal::new(&[]).seal(b"state").is_err());
}

#[test]
fn programs_without_a_text_are_told_apart_by_their_code() {
    let keys = keys();
    let read = |text: &str| {
        let bytes = Compiler::new().without_text().script("job.js", text).unwrap().to_bytes().unwrap();
        Program::from(Script::from_bytes(&bytes).unwrap())
    };
    let token = Seal::new(&keys).program(&read("1 + 1")).seal(b"state").unwrap();
    assert_eq!(Seal::new(&keys).program(&read("1 + 1")).open(&token, now()).unwrap(), b"state");
    assert_eq!(refused(Seal::new(&keys).program(&read("1 + 2")).open(&token, now())), UNKNOWN);
}

#[test]
fn an_older_key_opens_and_does_not_seal() {
    let keys = keys();
    let token = Seal::new(&keys[1..]).seal(b"old").unwrap();
    assert_eq!(Seal::new(&keys).open(&token, now()).unwrap(), b"old");
    assert_eq!(refused(Seal::new(&keys[..1]).open(&token, now())), UNKNOWN);
    assert_ne!(token, Seal::new(&keys[1..]).seal(b"old").unwrap(), "the same bytes twice are two tokens");
}

#[test]
fn tokens_expire() {
    let keys = keys();
    let token = Seal::new(&keys).expires(now()).seal(b"state").unwrap();
    let seal = Seal::new(&keys);
    assert!(seal.open(&token, now() - Duration::from_secs(1)).is_ok());
    assert_eq!(refused(seal.open(&token, now())), "the token has expired");
    let before_time = Seal::new(&keys).expires(SystemTime::UNIX_EPOCH - Duration::from_secs(5)).seal(b"state").unwrap();
    assert_eq!(refused(seal.open(&before_time, now())), "the token has expired");
    let for_ever = seal.seal(b"state").unwrap();
    assert!(seal.open(&for_ever, now() + Duration::from_secs(1 << 40)).is_ok());
}

#[derive(Default)]
struct Used(HashSet<[u8; 24]>);

impl Once for Used {
    fn is_first_use(&mut self, token: &[u8; 24], _: Option<SystemTime>) -> Result<bool, Error> {
        Ok(self.0.insert(*token))
    }
}

#[test]
fn a_token_is_used_once_and_a_wrong_one_is_not_noted() {
    let keys = keys();
    let seal = Seal::new(&keys).expires(now());
    let (token, other) = (seal.seal(b"state").unwrap(), seal.seal(b"state").unwrap());
    let mut used = Used::default();
    assert_eq!(refused(Seal::new(&keys).name("b").open_once(&token, now(), &mut used)), UNKNOWN);
    assert_eq!(refused(seal.open_once(&token, now(), &mut used)), "the token has expired");
    assert!(used.0.is_empty());
    let early = now() - Duration::from_secs(1);
    assert_eq!(seal.open_once(&token, early, &mut used).unwrap(), b"state");
    assert_eq!(refused(seal.open_once(&token, early, &mut used)), "the token was used before");
    assert!(seal.open_once(&other, early, &mut used).is_ok());
}
