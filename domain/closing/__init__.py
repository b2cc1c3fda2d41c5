"""The close of a gaming day: cut, prepared by one person, signed by another; its tax; the lock of a month."""
