//! URL records, URL 4.1, and their serialization, URL 4.5.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::heap::Heap;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::{Reader, Writer};
use std::any::Any;

use super::encode_sets::{append, copied};

/// A URL record. All of its texts are ASCII.
#[derive(Clone, Default)]
pub(super) struct Record {
    pub(super) scheme: Vec<u8>,
    pub(super) username: Vec<u8>,
    pub(super) password: Vec<u8>,
    /// Serialized.
    pub(super) host: Option<Vec<u8>>,
    pub(super) port: Option<u16>,
    /// Serialized: each segment has a slash before it, unless the path is opaque.
    pub(super) path: Vec<u8>,
    pub(super) has_opaque_path: bool,
    pub(super) query: Option<Vec<u8>>,
    pub(super) fragment: Option<Vec<u8>>,
}

impl HostData for Record {
    fn bytes(&self) -> usize {
        size_of::<Record>() + self.texts().iter().flatten().map(|text| text.capacity()).sum::<usize>()
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(self.clone().fitted()))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.byte(self.has_opaque_path.into());
        to.number(self.port.map_or(0, |port| u64::from(port) + 1));
        for text in self.texts() {
            to.byte(text.is_some().into());
            text.iter().for_each(|text| to.text(text));
        }
        Some(to.bytes)
    }

    /// Takes any ASCII texts: nothing relies on what they are.
    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        read(bytes).map(|record| *self = record).is_some()
    }
}

/// Reads what `save` has written, and nothing behind it.
fn read(bytes: &[u8]) -> Option<Record> {
    let mut from = Reader::new(bytes, 0);
    let mut record = Record { has_opaque_path: from.byte().ok()? == 1, ..Record::default() };
    record.port = match from.number().ok()? {
        0 => None,
        port => Some(u16::try_from(port - 1).ok()?),
    };
    let mut text = || match from.byte().ok()? {
        0 => Some(None),
        _ => from.text().ok().filter(|text| text.is_ascii()).map(|text| Some(text.to_vec())),
    };
    [record.scheme, record.username, record.password, record.path] =
        [text()?, text()?, text()?, text()?].map(Option::unwrap_or_default);
    [record.host, record.query, record.fragment] = [text()?, text()?, text()?];
    (from.left() == 0).then_some(record)
}

/// The special schemes, and their default ports.
pub(super) const SPECIAL: [(&[u8], Option<u16>); 6] = [
    (b"http", Some(80)),
    (b"https", Some(443)),
    (b"file", None),
    (b"ws", Some(80)),
    (b"wss", Some(443)),
    (b"ftp", Some(21)),
];

/// Returns the default port of a special scheme. None of other schemes.
pub(super) fn special_scheme(scheme: &[u8]) -> Option<Option<u16>> {
    SPECIAL.iter().find(|(special, _)| *special == scheme).map(|&(_, port)| port)
}

impl Record {
    fn texts(&self) -> [Option<&Vec<u8>>; 7] {
        let [scheme, username] = [&self.scheme, &self.username].map(Some);
        let [password, path] = [&self.password, &self.path].map(Some);
        [scheme, username, password, path, self.host.as_ref(), self.query.as_ref(), self.fragment.as_ref()]
    }

    /// Returns the bytes of all texts, roughly those of the serialized URL.
    pub(super) fn len(&self) -> usize {
        self.texts().iter().flatten().map(|text| text.len()).sum()
    }

    /// Gives room back that texts have had for growth.
    pub(super) fn fitted(mut self) -> Record {
        let texts = [&mut self.scheme, &mut self.username, &mut self.password, &mut self.path].into_iter();
        let further = [&mut self.host, &mut self.query, &mut self.fragment].into_iter().flatten();
        texts.chain(further).for_each(Vec::shrink_to_fit);
        self
    }

    /// Copies the record, in room that is lent.
    pub(super) fn copied(&self, heap: &mut Heap) -> Result<Record, Termination> {
        let bytes = self.texts().iter().flatten().map(|text| text.capacity()).sum();
        heap.work(bytes as u64 / BYTES_PER_TICK + 1)?;
        heap.lend(bytes)?;
        Ok(self.clone())
    }

    pub(super) fn is_special(&self) -> bool {
        special_scheme(&self.scheme).is_some()
    }

    pub(super) fn is_file(&self) -> bool {
        self.scheme == b"file"
    }

    pub(super) fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// Cannot have a username, password or port.
    pub(super) fn cannot_have_credentials(&self) -> bool {
        self.host.as_ref().is_none_or(Vec::is_empty) || self.is_file()
    }

    /// Sets the port, unless it is that of the scheme.
    pub(super) fn set_port(&mut self, port: u16) {
        self.port = Some(port).filter(|&port| special_scheme(&self.scheme).flatten() != Some(port));
    }

    /// Returns the host and port.
    pub(super) fn host_and_port(&self, heap: &mut Heap) -> Result<Vec<u8>, Termination> {
        let mut text = copied(heap, self.host.as_deref().unwrap_or_default())?;
        if let Some(port) = self.port.filter(|_| self.host.is_some()) {
            append(heap, &mut text, format!(":{port}").as_bytes())?;
        }
        Ok(text)
    }

    /// The URL serializer.
    pub(super) fn href(&self, heap: &mut Heap) -> Result<Vec<u8>, Termination> {
        let mut text = Vec::new();
        heap.lend_room(&mut text, self.len() + 16)?;
        let mut add = |part: &[u8]| append(heap, &mut text, part);
        add(&self.scheme)?;
        add(b":")?;
        if let Some(host) = &self.host {
            add(b"//")?;
            if self.includes_credentials() {
                add(&self.username)?;
                if !self.password.is_empty() {
                    add(b":")?;
                    add(&self.password)?;
                }
                add(b"@")?;
            }
            add(host)?;
            if let Some(port) = self.port {
                add(format!(":{port}").as_bytes())?;
            }
        } else if !self.has_opaque_path && self.path.starts_with(b"//") {
            add(b"/.")?;
        }
        add(&self.path)?;
        for (mark, part) in [(b"?", &self.query), (b"#", &self.fragment)] {
            if let Some(part) = part {
                add(mark)?;
                add(part)?;
            }
        }
        Ok(text)
    }
}
