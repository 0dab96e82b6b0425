//! URLs as other parts use them: parsed, with accessors for their parts.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use super::encode_sets::copied;
use super::parser::parse;
use super::record::Record;
use super::{origin, parsed};

/// A URL that belongs to no object.
pub(crate) struct Address(Record);

impl Address {
    /// The URL parser. None of what is no URL.
    pub(crate) fn parse(vm: &mut Vm, text: &[u8], base: Option<&Address>) -> Completion<Option<Address>> {
        Ok(parsed(parse(&mut vm.heap, text, base.map(|base| &base.0)))?.map(Address))
    }

    pub(crate) fn scheme(&self) -> &[u8] {
        &self.0.scheme
    }

    /// Returns whether its scheme is `http` or `https`.
    pub(crate) fn is_http(&self) -> bool {
        matches!(self.scheme(), b"http" | b"https")
    }

    /// Returns the port, unless it is that of the scheme.
    pub(crate) fn port(&self) -> Option<u16> {
        self.0.port
    }

    pub(crate) fn includes_credentials(&self) -> bool {
        self.0.includes_credentials()
    }

    /// Takes the fragment of another URL, unless it has one.
    pub(crate) fn inherit_fragment(&mut self, vm: &mut Vm, other: &Address) -> Completion<()> {
        if let (None, Some(fragment)) = (&self.0.fragment, &other.0.fragment) {
            self.0.fragment = Some(copied(&mut vm.heap, fragment)?);
        }
        Ok(())
    }

    /// Returns the serialized URL.
    pub(crate) fn href(&self, vm: &mut Vm) -> Completion<Vec<u8>> {
        Ok(self.0.href(&mut vm.heap)?)
    }

    /// Takes the fragment away, and returns the serialized URL.
    pub(crate) fn without_fragment(&mut self, vm: &mut Vm) -> Completion<Vec<u8>> {
        self.0.fragment = None;
        self.href(vm)
    }

    /// Returns whether both URLs have the same origin. URLs without an origin have none in common.
    pub(crate) fn is_same_origin(&self, vm: &mut Vm, other: &Address) -> Completion<bool> {
        let [own, other] = [origin(&mut vm.heap, &self.0)?, origin(&mut vm.heap, &other.0)?];
        Ok(own == other && own != b"null")
    }
}
