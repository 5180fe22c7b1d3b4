//! Floating point under `#pragma STDC FENV_ACCESS`: operations as calls that name a rounding mode
//! and what becomes of exceptions. Rounding is to nearest and flags do not exist, so they are the
//! plain operations.

use super::arithmetic::compare_float;
use super::function::{Leaves, Translator};
use super::intrinsics::lane_value;
use crate::sys::{LLVMRealPredicate as RealP, LLVMTypeKind, Value};
use adumbra_program::{BinaryOp, CastOp, ExprId, Type};

impl Translator<'_, '_> {
    /// Translates `llvm.experimental.constrained.OPERATION`.
    pub(crate) fn constrained(&mut self, i: Value, operation: &str) -> Result<(), String> {
        let is_word = |a: &Value| a.ty().kind() == LLVMTypeKind::LLVMMetadataTypeKind;
        let (words, values): (Vec<Value>, Vec<Value>) = i.arguments().into_iter().partition(is_word);
        let words: Vec<String> = words.into_iter().map(word).collect();
        if let Some(mode) = words.iter().find(|w| w.starts_with("round.") && !is_nearest(w)) {
            return Err(format!("rounding mode {mode}"));
        }
        let operands = values.into_iter().map(|v| self.value(v)).collect::<Result<Vec<Leaves>, _>>()?;
        let target: Vec<Type> = self.leaves_of(i.ty())?.into_iter().map(|l| l.ty).collect();
        let mut lanes = Vec::with_capacity(target.len());
        for (lane, ty) in target.into_iter().enumerate() {
            let of_lane: Option<Vec<ExprId>> = operands.iter().map(|o| o.get(lane).copied()).collect();
            let value = of_lane.and_then(|x| self.constrained_lane(operation, &x, ty, &words));
            lanes.push(value.ok_or_else(|| format!("intrinsic constrained.{operation}"))?);
        }
        self.define(i, lanes);
        Ok(())
    }

    fn constrained_lane(&mut self, operation: &str, x: &[ExprId], ty: Type, words: &[String]) -> Option<ExprId> {
        let first = *x.first()?;
        let binary = match operation {
            "fadd" => Some(BinaryOp::FAdd),
            "fsub" => Some(BinaryOp::FSub),
            "fmul" => Some(BinaryOp::FMul),
            "fdiv" => Some(BinaryOp::FDiv),
            "frem" => Some(BinaryOp::FRem),
            _ => None,
        };
        if let Some(op) = binary {
            return Some(self.builder().binary(op, first, *x.get(1)?));
        }
        Some(match operation {
            "fptosi" | "fptoui" => self.float_to_int(first, ty, operation == "fptosi"),
            "sitofp" => self.builder().cast(CastOp::SIntToFloat, ty, first),
            "uitofp" => self.builder().cast(CastOp::UIntToFloat, ty, first),
            "fptrunc" | "fpext" => self.builder().cast(CastOp::FloatToFloat, ty, first),
            "fcmp" | "fcmps" => {
                let predicate = predicate(words.first()?)?;
                compare_float(self.builder(), predicate, first, *x.get(1)?)
            }
            _ => return lane_value(self.builder(), operation, x, ty),
        })
    }
}

/// The text of a metadata string: `metadata !"olt"` → `olt`.
fn word(value: Value) -> String {
    value.show().split('"').nth(1).unwrap_or_default().to_owned()
}

fn is_nearest(mode: &str) -> bool {
    matches!(mode, "round.dynamic" | "round.tonearest")
}

fn predicate(name: &str) -> Option<RealP> {
    Some(match name {
        "oeq" => RealP::LLVMRealOEQ,
        "ogt" => RealP::LLVMRealOGT,
        "oge" => RealP::LLVMRealOGE,
        "olt" => RealP::LLVMRealOLT,
        "ole" => RealP::LLVMRealOLE,
        "one" => RealP::LLVMRealONE,
        "ord" => RealP::LLVMRealORD,
        "ueq" => RealP::LLVMRealUEQ,
        "ugt" => RealP::LLVMRealUGT,
        "uge" => RealP::LLVMRealUGE,
        "ult" => RealP::LLVMRealULT,
        "ule" => RealP::LLVMRealULE,
        "une" => RealP::LLVMRealUNE,
        "uno" => RealP::LLVMRealUNO,
        _ => return None,
    })
}
