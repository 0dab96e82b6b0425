//! ferrotape
