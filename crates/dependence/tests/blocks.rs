//! Which parts of programs are blocks.
