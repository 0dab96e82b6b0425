//! Encodings and their labels, Encoding 4.2: those that programs without a web page meet, and all others behind the feature
//! `encodings`.

/// The encodings that text can have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    /// The labels of Latin-1 and ASCII also mean this.
    Windows1252,
    /// One of the others.
    #[cfg(feature = "encodings")]
    Legacy(&'static encoding_rs::Encoding),
}

impl Encoding {
    /// The first encodings in the order of their numbers in saved engines.
    const ALL: [Encoding; 4] = [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1252];

    /// Returns the number of the encoding in saved engines.
    pub(super) fn number(self) -> Option<u8> {
        #[cfg(feature = "encodings")]
        if let Encoding::Legacy(encoding) = self {
            let number = super::legacy::ALL.iter().position(|&known| known == encoding)?;
            return u8::try_from(Encoding::ALL.len() + number).ok();
        }
        Encoding::ALL.iter().position(|&known| known == self).map(|number| number as u8)
    }

    /// Returns the encoding of a number.
    pub(super) fn of_number(number: u8) -> Option<Encoding> {
        let number = usize::from(number);
        #[cfg(feature = "encodings")]
        if let Some(legacy) = number.checked_sub(Encoding::ALL.len()) {
            return super::legacy::ALL.get(legacy).map(|&encoding| Encoding::Legacy(encoding));
        }
        Encoding::ALL.get(number).copied()
    }

    pub(super) fn is_unicode(self) -> bool {
        matches!(self, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be)
    }
}

const LABELS: &[(Encoding, &[&str])] = &[
    (Encoding::Utf8, &["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"]),
    (Encoding::Utf16Be, &["unicodefffe", "utf-16be"]),
    (Encoding::Utf16Le, &["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"]),
    (
        Encoding::Windows1252,
        &[
            "ansi_x3.4-1968",
            "ascii",
            "cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-8859-1",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
            "latin1",
            "us-ascii",
            "windows-1252",
            "x-cp1252",
        ],
    ),
];

/// The code units of the bytes 0x80 to 0x9F in windows-1252.
const HIGH: [u16; 32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
    0x17E, 0x178,
];

impl Encoding {
    /// Get an encoding: returns the encoding of a label.
    pub fn of_label(label: &str) -> Option<Encoding> {
        let label = label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']).to_ascii_lowercase();
        let own = LABELS.iter().find(|(_, labels)| labels.contains(&label.as_str())).map(|&(encoding, _)| encoding);
        #[cfg(feature = "encodings")]
        let own = own.or_else(|| {
            let legacy = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes());
            legacy.map(Encoding::Legacy)
        });
        own
    }

    /// Returns the name, in lower case.
    pub fn name(self) -> String {
        let name = match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
            Encoding::Windows1252 => "windows-1252",
            #[cfg(feature = "encodings")]
            Encoding::Legacy(encoding) => encoding.name(),
        };
        name.to_ascii_lowercase()
    }
}

/// Returns the code unit of a byte in windows-1252.
pub(super) fn windows_1252(byte: u8) -> u16 {
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => byte.into(),
    }
}
