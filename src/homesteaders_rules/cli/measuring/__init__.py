"""What tests of rules measure: lines that did nothing, and lines without an example."""
