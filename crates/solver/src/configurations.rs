//! Named configurations of the solver's options: a small database of files, each with its purpose
//! in the first line.
//!
//! ```
//! use adumbra_solver::configurations;
//! let tuned = configurations::find("swv")?.options();
//! assert_eq!(tuned.sat.sp_first_restart, 50);
//! let error = configurations::find("sofware").unwrap_err();
//! assert_eq!(error.to_string(), "no configuration is called `sofware`; nearest: software");
//! # Ok::<(), configurations::UnknownConfiguration>(())
//! ```

use crate::options::Options;
use adumbra_options::nearest;

/// A configuration with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Configuration {
    /// The name.
    pub name: &'static str,
    text: &'static str,
}

/// There is no such configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no configuration is called `{name}`{}", if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) })]
pub struct UnknownConfiguration {
    /// What was asked for.
    pub name: String,
    /// What may have been meant.
    pub nearest: Vec<&'static str>,
}

macro_rules! configurations {
    ($($name:literal),*) => {
        /// All configurations, the default one first.
        pub const ALL: &[Configuration] = &[
            $(Configuration { name: $name, text: include_str!(concat!("../configurations/", $name, ".conf")) },)*
        ];
    };
}

configurations!(
    "default",
    "software",
    "swv",
    "spear",
    "bmc",
    "bitvector",
    "small-queries",
    "loop-paths",
    "crypto",
    "stable",
    "focused",
    "proof"
);

impl Configuration {
    /// What it is for, in one line.
    pub fn description(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// The options it sets, as a configuration file.
    pub fn settings(&self) -> &'static str {
        self.text.split_once('\n').map_or("", |(_, rest)| rest)
    }

    /// The options. Every file is read in the tests, so that none has an error.
    pub fn options(&self) -> Options {
        let mut options = Options::default();
        // A file with an error would change nothing.
        let _ = options.apply(self.text);
        options
    }
}

/// The configuration for verification conditions of programs, which whoever verifies programs takes
/// unless told otherwise.
pub fn for_verification() -> &'static Configuration {
    // It is in the table, as a test says; the default one is there in any case.
    find("software").unwrap_or(&ALL[0])
}

/// The configuration of this name.
pub fn find(name: &str) -> Result<&'static Configuration, UnknownConfiguration> {
    ALL.iter().find(|configuration| configuration.name == name).ok_or_else(|| UnknownConfiguration {
        name: name.to_owned(),
        nearest: nearest(name, ALL.iter().map(|configuration| configuration.name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_is_for_verification() {
        assert_eq!(for_verification().name, "software");
    }

    /// The configuration that was found best for verification conditions, value by value.
    #[test]
    fn swv_is_the_published_one() -> Result<(), UnknownConfiguration> {
        let sat = find("swv")?.options().sat;
        assert_eq!(sat.search_style, "spear");
        assert_eq!((sat.sp_var_dec_heur, sat.sp_phase_dec_heur, sat.sp_first_restart), (2, 0, 50));
        assert_eq!((sat.sp_rand_var_dec_freq, sat.sp_rand_phase_dec_freq), (0.0, 0.0));
        assert_eq!((sat.sp_resolution, sat.sp_res_order_heur), (1, 7));
        assert_eq!((sat.sp_res_cutoff_cls, sat.sp_res_cutoff_lits, sat.sp_max_res_runs), (4, 100, 16));
        assert_eq!(sat.sp_max_res_lit_inc, 4.0);
        // SPEAR as it was before it was tuned is the table's defaults.
        assert_eq!(find("spear")?.settings().trim(), "search-style = spear");
        Ok(())
    }

    #[test]
    fn every_file_is_read_and_says_something() {
        for (index, configuration) in ALL.iter().enumerate() {
            let mut options = Options::default();
            assert_eq!(options.apply(configuration.text), Ok(()), "{}", configuration.name);
            assert_eq!(options, configuration.options());
            // What is right for software is what the defaults were chosen by; the file says what
            // must stay so.
            let as_default = ["default", "software"].contains(&configuration.name);
            assert_eq!(options == Options::default(), as_default, "{}", configuration.name);
            assert!(configuration.description().len() > 10, "{}", configuration.name);
            assert!(
                ALL[..index].iter().all(|other| other.text != configuration.text && other.name != configuration.name)
            );
        }
    }
}
