//! Numbers in configurations: one entry a domain.

use super::{Numbers, Numeric, UnitAnalysis};
use crate::registry::{Beside, Can, PartEntry, Setting};
use adumbra_domains::{Constant, Interval, Sign};
use adumbra_engine::{BlockTable, Part};
use adumbra_options::{MakeGroup, group, options};

options! {
    /// Options of analyses of numbers.
    pub struct NumericOptions {
        interval_ranges: flag = false, tunable, "Keep states apart in which a global is in different ranges between the numbers that it is compared with.";
        compare: flag = false, fixed, "Parts that know numbers drop those whose one value another part knows: fewer states are different, but what is computed from a dropped number is not known to the part.";
        widen_after: count = 3 in 0..=1_000_000, tunable, "Joins at a place before intervals are widened.";
    }
}

/// The options of every analysis of numbers.
pub const OPTIONS: &[MakeGroup] = &[group::<NumericOptions>];

/// What every analysis of numbers can.
pub const CAN: Can = Can { joins: true, in_sets: true, sliceable: true, reduces: true, ..Can::NONE };

/// The analysis of numbers in a domain, with the options of a configuration.
pub fn analysis<D: Numbers>(setting: &Setting<'_>) -> Numeric<D> {
    let options: NumericOptions = setting.options.of();
    let widen_after = u32::try_from(options.widen_after).unwrap_or(u32::MAX);
    let analysis = Numeric::new(setting.program, setting.externals, widen_after);
    let analysis = if options.compare { analysis.compared() } else { analysis };
    if setting.extra::<BlockTable>().is_some() { analysis.by_blocks() } else { analysis }
}

/// Numbers in a domain as a part.
pub fn make<D: Numbers + 'static>(setting: &Setting<'_>) -> Box<dyn Part> {
    setting.operated_by_blocks(analysis::<D>(setting))
}

/// Intervals.
pub const INTERVAL: PartEntry = PartEntry {
    name: "interval",
    can: Can { tells_values: true, ..CAN },
    beside: Beside::Calls,
    options: OPTIONS,
    make: |setting| {
        let analysis = analysis::<Interval>(setting);
        let ranges = setting.options.of::<NumericOptions>().interval_ranges;
        setting.operated_by_blocks(if ranges { analysis.in_ranges() } else { analysis })
    },
};

/// Constants.
pub const CONSTANT: PartEntry =
    PartEntry { name: "constant", can: CAN, beside: Beside::Calls, options: OPTIONS, make: make::<Constant> };

/// Signs.
pub const SIGN: PartEntry =
    PartEntry { name: "sign", can: CAN, beside: Beside::Calls, options: OPTIONS, make: make::<Sign> };

/// Nothing about any number.
pub const UNIT: PartEntry = PartEntry {
    name: "unit",
    can: Can { sliceable: false, ..CAN },
    beside: Beside::Calls,
    options: OPTIONS,
    make: |setting| {
        let analysis = UnitAnalysis::new(setting.program, setting.externals, 0);
        let by_blocks = setting.extra::<BlockTable>().is_some();
        setting.operated_by_blocks(if by_blocks { analysis.by_blocks() } else { analysis })
    },
};
