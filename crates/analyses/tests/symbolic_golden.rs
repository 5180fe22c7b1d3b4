//! Symbolic execution on small programs: what it proves, what it finds, and how far it goes.

mod value_common;

use adumbra_analyses::configuration;
use adumbra_analyses::value::*;
use adumbra_analyses::{Host, Request, verify};
use adumbra_engine::*;
use adumbra_program::*;
use std::sync::Arc;
use value_common::load_c;
