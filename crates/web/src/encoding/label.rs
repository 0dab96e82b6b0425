//! Encodings and their labels, Encoding 4.2. Contains the encodings that programs without a web page meet.

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    /// The labels of Latin-1 and ASCII also mean this.
    Windows1252,
}

impl Encoding {
    /// The encodings in the order of their numbers in saved engines.
    pub(super) const ALL: [Encoding; 4] = [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1252];
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
        LABELS.iter().find(|(_, labels)| labels.contains(&label.as_str())).map(|&(encoding, _)| encoding)
    }

    /// Returns the name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
            Encoding::Windows1252 => "windows-1252",
        }
    }
}

/// Returns the code unit of a byte in windows-1252.
pub(super) fn windows_1252(byte: u8) -> u16 {
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => byte.into(),
    }
}
