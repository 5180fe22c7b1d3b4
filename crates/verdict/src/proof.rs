//! Why a property holds, and what became of the check of it.

use crate::certificate::{Certificate, Point};

/// Why the property holds.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The method, by name.
    pub method: &'static str,
    /// The certificate, if one was made.
    pub certificate: Option<Certificate>,
    /// Was the certificate checked?
    pub checked: Checked,
    /// The points of listed states that executions may also pass in other states; none if the check
    /// did not find out.
    pub passed: Option<Vec<Point>>,
}

/// What became of the check of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It was checked and holds.
    Yes,
    /// It was not checked, or not to the end, for this reason.
    No(String),
}
