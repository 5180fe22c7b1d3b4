//! Single claims.
