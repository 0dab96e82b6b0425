//! Distinguished encoding of ASN.1 (X.690), as far as keys need it.

pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const NULL: u8 = 0x05;
pub(super) const OBJECT: u8 = 0x06;
pub(super) const SEQUENCE: u8 = 0x30;

/// Bytes that are left to read.
#[derive(Copy, Clone)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// Returns whether something with this tag comes next.
    pub(super) fn has(&self, tag: u8) -> bool {
        self.0.first() == Some(&tag)
    }

    /// Reads what has this tag.
    pub(super) fn value(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (&[found, first], rest) = self.0.split_first_chunk::<2>()?;
        let (length, rest) = match first {
            0..=0x7F => (usize::from(first), rest),
            0x81..=0x84 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
                let length = bytes.iter().fold(0, |length: usize, &byte| length << 8 | usize::from(byte));
                // Only the shortest form counts.
                let least = if bytes.len() == 1 { 0x80 } else { 1 << (8 * (bytes.len() - 1)) };
                (Some(length).filter(|&length| length >= least)?, rest)
            }
            _ => return None,
        };
        let (value, rest) = rest.split_at_checked(length).filter(|_| found == tag)?;
        self.0 = rest;
        Some(value)
    }

    /// Reads a structure.
    pub(super) fn sequence(&mut self) -> Option<Reader<'a>> {
        self.value(SEQUENCE).map(Reader)
    }

    /// Reads an unsigned integer, without zeros before it.
    pub(super) fn unsigned(&mut self) -> Option<&'a [u8]> {
        let value = self.value(INTEGER)?;
        match value {
            [] | [0x80..=0xFF, ..] => None,
            [0, rest @ ..] if rest.first().is_some_and(|first| *first < 0x80) => None,
            [0, rest @ ..] => Some(rest),
            value => Some(value),
        }
    }

    /// Reads a string of whole bytes.
    pub(super) fn bits(&mut self) -> Option<&'a [u8]> {
        match self.value(BIT_STRING)? {
            [0, rest @ ..] => Some(rest),
            _ => None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes a value with its tag.
pub(super) fn tagged(tag: u8, value: &[u8]) -> Vec<u8> {
    let mut bytes = vec![tag];
    let length = value.len().to_be_bytes();
    match value.len() {
        short @ 0..=0x7F => bytes.push(short as u8),
        _ => {
            let zeros = length.iter().take_while(|&&byte| byte == 0).count();
            bytes.push(0x80 + (length.len() - zeros) as u8);
            bytes.extend_from_slice(&length[zeros..]);
        }
    }
    bytes.extend_from_slice(value);
    bytes
}

/// Writes a structure.
pub(super) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    tagged(SEQUENCE, &parts.concat())
}

/// Writes an unsigned integer.
pub(super) fn unsigned(number: &[u8]) -> Vec<u8> {
    let zeros = number.iter().take_while(|&&byte| byte == 0).count();
    let number = &number[zeros..];
    match number.first() {
        Some(0..=0x7F) => tagged(INTEGER, number),
        _ => tagged(INTEGER, &[&[0], number].concat()),
    }
}

/// Writes a string of whole bytes.
pub(super) fn bits(bytes: &[u8]) -> Vec<u8> {
    tagged(BIT_STRING, &[&[0], bytes].concat())
}

/// An algorithm with its parameters, as in SubjectPublicKeyInfo (RFC 5280 4.1.1.2).
pub(super) struct Identified<'a> {
    pub(super) algorithm: &'a [u8],
    /// With their tag.
    pub(super) parameters: &'a [u8],
    pub(super) key: &'a [u8],
}

fn algorithm<'a>(reader: &mut Reader<'a>) -> Option<[&'a [u8]; 2]> {
    let mut identifier = reader.sequence()?;
    let algorithm = identifier.value(OBJECT)?;
    Some([algorithm, identifier.0])
}

/// Reads a SubjectPublicKeyInfo, RFC 5280 4.1.
pub(super) fn read_spki(bytes: &[u8]) -> Option<Identified<'_>> {
    let mut all = Reader(bytes);
    let mut info = all.sequence().filter(|_| all.is_empty())?;
    let [algorithm, parameters] = algorithm(&mut info)?;
    let key = info.bits().filter(|_| info.is_empty())?;
    Some(Identified { algorithm, parameters, key })
}

/// Reads a PrivateKeyInfo, RFC 5208 5, or what has come after it, RFC 5958 2.
pub(super) fn read_pkcs8(bytes: &[u8]) -> Option<Identified<'_>> {
    const ATTRIBUTES: u8 = 0xA0;
    const PUBLIC_KEY: u8 = 0x81;
    let mut all = Reader(bytes);
    let mut info = all.sequence().filter(|_| all.is_empty())?;
    let version = info.value(INTEGER)?;
    if !matches!(version, [0 | 1]) {
        return None;
    }
    let [algorithm, parameters] = algorithm(&mut info)?;
    let key = info.value(OCTET_STRING)?;
    // Attributes, and the public key of the second version.
    for tag in [ATTRIBUTES, PUBLIC_KEY] {
        if info.has(tag) {
            info.value(tag)?;
        }
    }
    Some(Identified { algorithm, parameters, key }).filter(|_| info.is_empty())
}

/// Writes a SubjectPublicKeyInfo.
pub(super) fn spki(algorithm: &[u8], parameters: &[u8], key: &[u8]) -> Vec<u8> {
    sequence(&[&sequence(&[&tagged(OBJECT, algorithm), parameters]), &bits(key)])
}

/// Writes a PrivateKeyInfo.
pub(super) fn pkcs8(algorithm: &[u8], parameters: &[u8], key: &[u8]) -> Vec<u8> {
    sequence(&[&unsigned(&[0]), &sequence(&[&tagged(OBJECT, algorithm), parameters]), &tagged(OCTET_STRING, key)])
}
