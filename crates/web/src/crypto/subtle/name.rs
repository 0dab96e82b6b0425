//! Names of algorithms, operations and uses of keys: Web Cryptography 18.

use super::hash::Hash;

/// An algorithm.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Name {
    RsaSsa,
    RsaPss,
    RsaOaep,
    Ecdsa,
    Ecdh,
    Ed25519,
    X25519,
    AesCtr,
    AesCbc,
    AesGcm,
    AesKw,
    Hmac,
    Hkdf,
    Pbkdf2,
    Hash(Hash),
}

impl Name {
    pub(super) const ALL: [Name; 18] = [
        Name::RsaSsa,
        Name::RsaPss,
        Name::RsaOaep,
        Name::Ecdsa,
        Name::Ecdh,
        Name::Ed25519,
        Name::X25519,
        Name::AesCtr,
        Name::AesCbc,
        Name::AesGcm,
        Name::AesKw,
        Name::Hmac,
        Name::Hkdf,
        Name::Pbkdf2,
        Name::Hash(Hash::Sha1),
        Name::Hash(Hash::Sha256),
        Name::Hash(Hash::Sha384),
        Name::Hash(Hash::Sha512),
    ];

    /// Returns the recognized name, in the spelling that `algorithm.name` shows.
    pub(super) fn text(self) -> &'static str {
        match self {
            Name::RsaSsa => "RSASSA-PKCS1-v1_5",
            Name::RsaPss => "RSA-PSS",
            Name::RsaOaep => "RSA-OAEP",
            Name::Ecdsa => "ECDSA",
            Name::Ecdh => "ECDH",
            Name::Ed25519 => "Ed25519",
            Name::X25519 => "X25519",
            Name::AesCtr => "AES-CTR",
            Name::AesCbc => "AES-CBC",
            Name::AesGcm => "AES-GCM",
            Name::AesKw => "AES-KW",
            Name::Hmac => "HMAC",
            Name::Hkdf => "HKDF",
            Name::Pbkdf2 => "PBKDF2",
            Name::Hash(hash) => hash.name(),
        }
    }

    pub(super) fn is_rsa(self) -> bool {
        matches!(self, Name::RsaSsa | Name::RsaPss | Name::RsaOaep)
    }

    pub(super) fn is_aes(self) -> bool {
        matches!(self, Name::AesCtr | Name::AesCbc | Name::AesGcm | Name::AesKw)
    }

    /// Returns whether it is an algorithm of a curve of NIST.
    pub(super) fn is_ec(self) -> bool {
        matches!(self, Name::Ecdsa | Name::Ecdh)
    }

    /// Uses of a key, or of the private one of a pair.
    pub(super) fn uses(self) -> u8 {
        match self {
            Name::RsaSsa | Name::RsaPss | Name::Ecdsa | Name::Ed25519 => use_bits(&[Use::Sign]),
            Name::RsaOaep => use_bits(&[Use::Decrypt, Use::UnwrapKey]),
            Name::Ecdh | Name::X25519 | Name::Hkdf | Name::Pbkdf2 => use_bits(&[Use::DeriveKey, Use::DeriveBits]),
            Name::AesCtr | Name::AesCbc | Name::AesGcm => {
                use_bits(&[Use::Encrypt, Use::Decrypt, Use::WrapKey, Use::UnwrapKey])
            }
            Name::AesKw => use_bits(&[Use::WrapKey, Use::UnwrapKey]),
            Name::Hmac => use_bits(&[Use::Sign, Use::Verify]),
            Name::Hash(_) => 0,
        }
    }

    /// Uses of the public key of a pair.
    pub(super) fn public_uses(self) -> u8 {
        match self {
            Name::RsaSsa | Name::RsaPss | Name::Ecdsa | Name::Ed25519 => use_bits(&[Use::Verify]),
            Name::RsaOaep => use_bits(&[Use::Encrypt, Use::WrapKey]),
            _ => 0,
        }
    }
}

/// Operation of an algorithm.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Encrypt,
    Decrypt,
    Sign,
    Verify,
    Digest,
    GenerateKey,
    ImportKey,
    DeriveBits,
    KeyLength,
    WrapKey,
    UnwrapKey,
}

impl Operation {
    /// Returns whether an algorithm has it.
    pub(super) fn is_of(self, name: Name) -> bool {
        let is_hash = matches!(name, Name::Hash(_));
        match self {
            Operation::Encrypt | Operation::Decrypt => {
                matches!(name, Name::RsaOaep | Name::AesCtr | Name::AesCbc | Name::AesGcm)
            }
            Operation::Sign | Operation::Verify => {
                matches!(name, Name::RsaSsa | Name::RsaPss | Name::Ecdsa | Name::Ed25519 | Name::Hmac)
            }
            Operation::Digest => is_hash,
            Operation::GenerateKey => !is_hash && !matches!(name, Name::Hkdf | Name::Pbkdf2),
            Operation::ImportKey => !is_hash,
            Operation::DeriveBits => matches!(name, Name::Ecdh | Name::X25519 | Name::Hkdf | Name::Pbkdf2),
            Operation::KeyLength => name.is_aes() || matches!(name, Name::Hmac | Name::Hkdf | Name::Pbkdf2),
            Operation::WrapKey | Operation::UnwrapKey => name == Name::AesKw,
        }
    }
}

/// A use of a key, KeyUsage of Web Cryptography 13.2.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Encrypt,
    Decrypt,
    Sign,
    Verify,
    DeriveKey,
    DeriveBits,
    WrapKey,
    UnwrapKey,
}

impl Use {
    /// All uses, in the order in which a key lists them.
    pub(super) const ALL: [(Use, &'static str); 8] = [
        (Use::Encrypt, "encrypt"),
        (Use::Decrypt, "decrypt"),
        (Use::Sign, "sign"),
        (Use::Verify, "verify"),
        (Use::DeriveKey, "deriveKey"),
        (Use::DeriveBits, "deriveBits"),
        (Use::WrapKey, "wrapKey"),
        (Use::UnwrapKey, "unwrapKey"),
    ];

    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }

    pub(super) fn of_name(name: &[u8]) -> Option<Use> {
        Use::ALL.into_iter().find(|(_, known)| known.as_bytes() == name).map(|(found, _)| found)
    }
}

pub(super) fn use_bits(uses: &[Use]) -> u8 {
    uses.iter().fold(0, |bits, use_| bits | use_.bit())
}
