//! Literals of real numbers, which occur as operands of `to_fp` only: numerals, decimals, and `-`
//! and `/` over them.

use super::lex::{Cause, Lexer, ReadError, Token, clip};
use crate::float::Rational;
use num_bigint::BigUint;

/// So many digits has a literal at most.
const MAX_DIGITS: usize = 20_000;

/// So deep are `-` and `/` nested at most.
const MAX_DEPTH: u32 = 32;

/// Whether the next token starts the literal of a real number. `declared` says which names a script
/// has given a meaning.
pub(super) fn is_next(lexer: &Lexer<'_>, declared: impl Fn(&str) -> bool) -> Result<bool, ReadError> {
    let mut lexer = lexer.clone();
    Ok(match lexer.next()? {
        Token::Numeral(_) | Token::Decimal(_) => true,
        Token::Open => matches!(lexer.next()?, Token::Symbol(name @ ("-" | "/")) if !declared(name)),
        _ => false,
    })
}

/// Reads the literal of a real number.
pub(super) fn read(lexer: &mut Lexer<'_>) -> Result<Rational, ReadError> {
    read_at(lexer, 0)
}

fn read_at(lexer: &mut Lexer<'_>, depth: u32) -> Result<Rational, ReadError> {
    let token = lexer.next()?;
    match token {
        Token::Numeral(digits) => literal(lexer, digits, ""),
        Token::Decimal(text) => match text.split_once('.') {
            Some((whole, fraction)) => literal(lexer, whole, fraction),
            None => lexer.expected("a real number", token),
        },
        Token::Open if depth < MAX_DEPTH => match lexer.next()? {
            Token::Symbol("-") => {
                let value = read_at(lexer, depth + 1)?;
                lexer.close()?;
                let negative = !value.negative && value.numerator != BigUint::ZERO;
                Ok(Rational { negative, ..value })
            }
            Token::Symbol("/") => {
                let numerator = read_at(lexer, depth + 1)?;
                let divisor = read_at(lexer, depth + 1)?;
                if divisor.numerator == BigUint::ZERO {
                    return Err(lexer.error(Cause::Unsupported("division by zero in a literal".into())));
                }
                lexer.close()?;
                let value = numerator.numerator * divisor.denominator;
                Ok(Rational {
                    negative: numerator.negative != divisor.negative && value != BigUint::ZERO,
                    numerator: value,
                    denominator: numerator.denominator * divisor.numerator,
                })
            }
            token => lexer.expected("- or /", token),
        },
        Token::Open => Err(lexer.error(Cause::Unsupported("a real number nested so deep".into()))),
        token => lexer.expected("a real number", token),
    }
}

fn literal(lexer: &Lexer<'_>, whole: &str, fraction: &str) -> Result<Rational, ReadError> {
    if whole.len() + fraction.len() > MAX_DIGITS {
        return Err(lexer.error(Cause::Numeral(clip(whole))));
    }
    let digits = format!("{whole}{fraction}");
    let numerator = BigUint::parse_bytes(digits.as_bytes(), 10);
    let numerator = numerator.ok_or_else(|| lexer.error(Cause::Numeral(clip(whole))))?;
    let denominator = BigUint::from(10u32).pow(u32::try_from(fraction.len()).unwrap_or(u32::MAX));
    Ok(Rational { negative: false, numerator, denominator })
}
