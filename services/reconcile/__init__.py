"""Events against books against what people counted: the rules R01 to R16, what they find, and what is done about it (docs/reconcile.md)."""
