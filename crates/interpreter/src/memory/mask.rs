//! Which bytes of an object have a value: one bit a byte, dropped as soon as all are set.

/// One bit a byte; 1 means that the byte has a value. New masks are all 0 and cost nothing until
/// they are written.
#[derive(Clone, Debug)]
pub(crate) struct Mask {
    /// The bits of an object of at most 64 bytes.
    small: u64,
    /// The bits of a larger object.
    words: Vec<u64>,
    /// How many bytes have no value.
    left: u64,
}

fn bits(from: u32, count: u32) -> u64 {
    if count == 0 { 0 } else { (u64::MAX >> (64 - count)) << from }
}

impl Mask {
    /// No byte of an object of this size has a value.
    pub(crate) fn unset(size: usize) -> Self {
        let words = if size <= 64 { Vec::new() } else { vec![0; size.div_ceil(64)] };
        Mask { small: 0, words, left: size as u64 }
    }

    /// Every byte of an object of this size has a value.
    pub(crate) fn full(size: usize) -> Self {
        let mut mask = Self::unset(size);
        mask.set(0, size);
        mask
    }

    /// Do all bytes have a value?
    pub(crate) fn is_full(&self) -> bool {
        self.left == 0
    }

    fn word(&mut self, index: usize) -> &mut u64 {
        if self.words.is_empty() { &mut self.small } else { &mut self.words[index] }
    }

    fn each(&mut self, offset: usize, count: usize, mut f: impl FnMut(&mut u64, u64)) {
        let (mut at, end) = (offset, offset + count);
        while at < end {
            let step = (64 - at % 64).min(end - at);
            f(self.word(at / 64), bits((at % 64) as u32, step as u32));
            at += step;
        }
    }

    /// The bytes get a value.
    pub(crate) fn set(&mut self, offset: usize, count: usize) {
        let mut gained = 0;
        self.each(offset, count, |word, bits| {
            gained += u64::from((bits & !*word).count_ones());
            *word |= bits;
        });
        self.left -= gained;
    }

    /// The bytes lose their value.
    pub(crate) fn clear(&mut self, offset: usize, count: usize) {
        let mut lost = 0;
        self.each(offset, count, |word, bits| {
            lost += u64::from((bits & *word).count_ones());
            *word &= !bits;
        });
        self.left += lost;
    }

    /// Has the byte a value?
    pub(crate) fn get(&self, offset: usize) -> bool {
        let word = if self.words.is_empty() { self.small } else { self.words[offset / 64] };
        word >> (offset % 64) & 1 == 1
    }

    /// Do all bytes of the range have a value?
    pub(crate) fn covers(&self, offset: usize, count: usize) -> bool {
        if count <= 8 {
            (offset..offset + count).all(|i| self.get(i))
        } else {
            self.first_unset(offset, count).is_none()
        }
    }

    /// The first byte of the range without a value.
    pub(crate) fn first_unset(&self, offset: usize, count: usize) -> Option<usize> {
        let (mut at, end) = (offset, offset + count);
        while at < end {
            let step = (64 - at % 64).min(end - at);
            let word = if self.words.is_empty() { self.small } else { self.words[at / 64] };
            let missing = bits((at % 64) as u32, step as u32) & !word;
            if missing != 0 {
                return Some(at - at % 64 + missing.trailing_zeros() as usize);
            }
            at += step;
        }
        None
    }
}
