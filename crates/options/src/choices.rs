//! Enums as choices: an option with a list of words has a type whose values are these words.

/// Makes an enum whose values have words, to be the type of an option:
///
/// ```
/// use adumbra_options::{OptionTable, choices, options};
/// choices! {
///     /// How intervals grow.
///     pub enum Growth {
///         /// As Luby says.
///         Luby = "luby",
///         /// By a factor.
///         Geometric = "geometric",
///     }
/// }
/// options! {
///     /// How the search restarts.
///     pub struct Restarts {
///         growth: choice(Growth) = Luby, tunable, "How intervals grow.";
///     }
/// }
/// let mut restarts = Restarts::default();
/// assert_eq!(restarts.growth, Growth::Luby);
/// restarts.set("growth", "geometric")?;
/// assert_eq!((restarts.growth, restarts.growth.word()), (Growth::Geometric, "geometric"));
/// let error = restarts.set("growth", "linear").unwrap_err();
/// assert_eq!(error.to_string(), "growth: `linear` is not one of luby, geometric");
/// # Ok::<(), adumbra_options::OptionError>(())
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $choice:ident {
            $( $(#[$about:meta])* $variant:ident = $word:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $choice {
            $( $(#[$about])* $variant, )*
        }

        impl $choice {
            /// The words of all values.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// All values, in the order of their words.
            pub const ALL: &'static [$choice] = &[$($choice::$variant),*];

            /// The word of a value.
            pub const fn word(self) -> &'static str {
                match self {
                    $( $choice::$variant => $word, )*
                }
            }
        }

        impl $crate::FieldType for $choice {
            fn from_value(value: $crate::Value) -> Option<Self> {
                let $crate::Value::Choice(word) = value else { return None };
                $choice::ALL.iter().copied().find(|choice| choice.word() == word)
            }

            fn into_value(self) -> $crate::Value {
                $crate::Value::Choice(self.word())
            }
        }
    };
}
