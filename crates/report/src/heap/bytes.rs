//! What is known of the bytes of one object, asked for by place.

use adumbra_verdict::Known;
use std::collections::BTreeMap;

/// Bits of more bytes than this are not taken apart.
const MOST_BYTES: usize = 1 << 12;

/// The known cells of an object.
#[derive(Default)]
pub(super) struct Bytes<'a> {
    cells: BTreeMap<(u64, u64), Vec<&'a Known>>,
    /// The bytes of the cells of which the bits are known.
    bits: BTreeMap<u64, u8>,
}

impl<'a> Bytes<'a> {
    /// Adds a cell.
    pub(super) fn add(&mut self, offset: u64, size: u64, known: &'a Known) {
        let all = self.cells.entry((offset, size)).or_default();
        if !all.contains(&known) {
            all.push(known);
        }
        let byte = |index: u64, words: &[u64]| {
            let word = words.get((index / 8) as usize).copied().unwrap_or(0);
            (word >> (8 * (index % 8))) as u8
        };
        for index in 0..size.min(64) {
            let value = match known {
                Known::Bits(words) => byte(index, words),
                Known::Null => 0,
                _ => return,
            };
            if self.bits.len() < MOST_BYTES {
                self.bits.insert(offset.wrapping_add(index), value);
            }
        }
    }

    /// Is nothing known?
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells: offset, size, what is known.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u64, u64, &[&'a Known])> {
        self.cells.iter().map(|((offset, size), known)| (*offset, *size, known.as_slice()))
    }

    /// What is known of exactly these bytes.
    pub(super) fn exactly(&self, offset: u64, size: u64) -> Option<&[&'a Known]> {
        self.cells.get(&(offset, size)).map(Vec::as_slice)
    }

    /// The bits of these bytes, if all are known.
    pub(super) fn bits(&self, offset: u64, size: u64) -> Option<Known> {
        let mut words = vec![0u64; size.div_ceil(8) as usize];
        for index in 0..size {
            let byte = self.bits.get(&offset.checked_add(index)?)?;
            words[(index / 8) as usize] |= u64::from(*byte) << (8 * (index % 8));
        }
        Some(Known::Bits(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_cut_out_of_larger_cells_and_put_together_of_smaller_ones() {
        let (zeros, low, high) = (Known::Bits(vec![0]), Known::Bits(vec![0x34]), Known::Bits(vec![0x12]));
        let mut bytes = Bytes::default();
        bytes.add(0, 8, &zeros);
        bytes.add(8, 1, &low);
        bytes.add(9, 1, &high);
        assert_eq!(bytes.bits(4, 4), Some(Known::Bits(vec![0])));
        assert_eq!(bytes.bits(8, 2), Some(Known::Bits(vec![0x1234])));
        assert_eq!(bytes.bits(8, 3), None);
        assert_eq!(bytes.exactly(8, 1), Some(&[&low][..]));
        assert!(bytes.exactly(4, 4).is_none() && bytes.exactly(8, 2).is_none());
    }
}
