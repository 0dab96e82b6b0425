//! The host parser, URL 3.5: domains, addresses of both kinds, and opaque hosts.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::heap::Heap;
use idna::AsciiDenyList;

use super::encode_sets::{EncodeSet, copied, decode, encode, find};
use super::parser::{Failure, Parsed};

/// Bytes of the longest domain that Unicode's tables are asked about. Missing: longer ones, which no resolver takes, are refused.
const LONGEST_UNICODE_DOMAIN: usize = 1 << 13;

fn is_forbidden_in_host(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | b'\r') || b" #/:<>?@[\\]^|".contains(&byte)
}

fn is_forbidden_in_domain(byte: u8) -> bool {
    is_forbidden_in_host(byte) || byte <= 0x1F || byte == b'%' || byte == 0x7F
}

/// The host parser. Gives the serialized host.
pub(super) fn parse(heap: &mut Heap, input: &[u8], is_opaque: bool) -> Parsed<Vec<u8>> {
    if let [b'[', inside @ ..] = input {
        let address = inside.strip_suffix(b"]").ok_or(Failure::Invalid)?;
        let pieces = parse_ipv6(address).ok_or(Failure::Invalid)?;
        return Ok(copied(heap, serialize_ipv6(pieces).as_bytes())?);
    }
    if is_opaque {
        if find(heap, input, is_forbidden_in_host)? < input.len() {
            return Err(Failure::Invalid);
        }
        let mut host = Vec::new();
        encode(heap, &mut host, input, EncodeSet::C0_CONTROL)?;
        return Ok(host);
    }
    let domain = decode(heap, input)?;
    let domain = to_ascii(heap, domain)?;
    if !ends_in_number(&domain) {
        return Ok(domain);
    }
    let address = parse_ipv4(&domain).ok_or(Failure::Invalid)?;
    let [a, b, c, d] = address.to_be_bytes();
    Ok(copied(heap, format!("{a}.{b}.{c}.{d}").as_bytes())?)
}

/// Domain to ASCII, URL 3.3.
fn to_ascii(heap: &mut Heap, mut domain: Vec<u8>) -> Parsed<Vec<u8>> {
    let is_plain = find(heap, &domain, |byte| !byte.is_ascii())? == domain.len() && !has_punycode(heap, &domain)?;
    if !is_plain {
        if domain.len() > LONGEST_UNICODE_DOMAIN {
            return Err(Failure::Invalid);
        }
        // Normalization and the properties of each character.
        heap.work(domain.len() as u64 * 2)?;
        let ascii = idna::domain_to_ascii_cow(&domain, AsciiDenyList::URL).map_err(|_| Failure::Invalid)?;
        domain = copied(heap, ascii.as_bytes())?;
    } else {
        heap.work(domain.len() as u64 / UNITS_PER_TICK)?;
        domain.make_ascii_lowercase();
    }
    if domain.is_empty() || find(heap, &domain, is_forbidden_in_domain)? < domain.len() {
        return Err(Failure::Invalid);
    }
    Ok(domain)
}

/// Tells whether a label begins with the prefix of Punycode.
fn has_punycode(heap: &mut Heap, domain: &[u8]) -> Parsed<bool> {
    heap.work(domain.len() as u64 / UNITS_PER_TICK)?;
    let begins = |label: &[u8]| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"));
    Ok(domain.split(|&byte| byte == b'.').any(begins))
}

/// Splits a domain into labels, without the empty one behind a dot at its end.
fn without_last_dot(domain: &[u8]) -> &[u8] {
    domain.strip_suffix(b".").unwrap_or(domain)
}

/// The ends-in-a-number checker, URL 3.5.
fn ends_in_number(domain: &[u8]) -> bool {
    let last = without_last_dot(domain).rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    !last.is_empty() && (last.iter().all(u8::is_ascii_digit) || ipv4_number(last).is_some())
}

/// The IPv4 number parser. Numbers that are too large give the largest.
fn ipv4_number(text: &[u8]) -> Option<u64> {
    let (digits, radix) = match text {
        [] => return None,
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', digits @ ..] if !digits.is_empty() => (digits, 8),
        digits => (digits, 10),
    };
    let add = |number: u64, &digit: &u8| {
        let digit = char::from(digit).to_digit(radix)?;
        Some(number.saturating_mul(radix.into()).saturating_add(digit.into()))
    };
    digits.iter().try_fold(0, add)
}

/// The IPv4 parser.
fn parse_ipv4(domain: &[u8]) -> Option<u32> {
    let mut numbers = [0; 4];
    let mut count = 0;
    for part in without_last_dot(domain).split(|&byte| byte == b'.') {
        *numbers.get_mut(count)? = ipv4_number(part)?;
        count += 1;
    }
    let (&last, first) = numbers[..count].split_last()?;
    if first.iter().any(|&number| number > 255) || last >= 1 << (8 * (5 - count)) {
        return None;
    }
    let high = first.iter().zip([24, 16, 8]).map(|(&number, shift)| number << shift).sum::<u64>();
    u32::try_from(high + last).ok()
}

/// The IPv6 parser.
fn parse_ipv6(input: &[u8]) -> Option<[u16; 8]> {
    let mut address = [0; 8];
    let (mut piece, mut compress, mut at) = (0, None, 0);
    if input.first() == Some(&b':') {
        if input.get(1) != Some(&b':') {
            return None;
        }
        (at, piece, compress) = (2, 1, Some(1));
    }
    while at < input.len() {
        if piece == 8 {
            return None;
        }
        if input[at] == b':' {
            if compress.is_some() {
                return None;
            }
            at += 1;
            piece += 1;
            compress = Some(piece);
            continue;
        }
        let digits = input[at..].iter().take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let value = input[at..at + digits].iter().filter_map(|&digit| char::from(digit).to_digit(16));
        let value = value.fold(0, |value: u16, digit| value << 4 | digit as u16);
        match input.get(at + digits) {
            Some(b'.') if digits > 0 && piece <= 6 => {
                let [high, low] = ipv4_in_ipv6(&input[at..])?;
                (address[piece], address[piece + 1]) = (high, low);
                piece += 2;
                break;
            }
            Some(b':') if at + digits + 1 < input.len() => at += digits + 1,
            None => at += digits,
            _ => return None,
        }
        address[piece] = value;
        piece += 1;
    }
    match compress {
        Some(compress) => {
            let moved = piece - compress;
            address.copy_within(compress..piece, 8 - moved);
            address[compress..8 - moved].fill(0);
        }
        None if piece != 8 => return None,
        None => {}
    }
    Some(address)
}

/// The four decimal numbers at the end of an IPv6 address.
fn ipv4_in_ipv6(text: &[u8]) -> Option<[u16; 2]> {
    let mut numbers = [0; 4];
    let mut parts = text.split(|&byte| byte == b'.');
    for number in &mut numbers {
        let part = parts.next()?;
        let is_number = (1..=3).contains(&part.len())
            && part.iter().all(u8::is_ascii_digit)
            && (part.len() == 1 || part.first() != Some(&b'0'));
        let value = part.iter().filter(|_| is_number).fold(0, |value, digit| value * 10 + u16::from(digit - b'0'));
        if !is_number || value > 255 {
            return None;
        }
        *number = value;
    }
    parts.next().is_none().then_some([numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]])
}

/// The IPv6 serializer, in brackets.
fn serialize_ipv6(address: [u16; 8]) -> String {
    let (mut longest, mut length) = (8, 1);
    let mut start = 0;
    while start < 8 {
        let zeros = address[start..].iter().take_while(|&&piece| piece == 0).count();
        if zeros > length {
            (longest, length) = (start, zeros);
        }
        start += zeros.max(1);
    }
    let mut text = String::from("[");
    let mut index = 0;
    while index < 8 {
        if index == longest {
            text.push_str(if index == 0 { "::" } else { ":" });
            index += length;
            continue;
        }
        text.push_str(&format!("{:x}", address[index]));
        index += 1;
        if index < 8 {
            text.push(':');
        }
    }
    text.push(']');
    text
}
