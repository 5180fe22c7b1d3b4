//! Bytes as digits.

/// Bytes as hexadecimal digits, two a byte.
///
/// ```
/// assert_eq!(adumbra_text::hexadecimal([0x0a, 0xff]), "0aff");
/// ```
pub fn hexadecimal(bytes: impl AsRef<[u8]>) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |number: u8| char::from(DIGITS[usize::from(number & 15)]);
    bytes.as_ref().iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}
