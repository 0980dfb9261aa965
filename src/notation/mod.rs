//! How lessons write numbers, outcomes, sets and formulas. Text with spans in, tokens with spans out; nothing is computed.
