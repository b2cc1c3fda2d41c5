"""Files that a benchmark writes, gone when it is."""

from pathlib import Path
from tempfile import TemporaryDirectory


class Files:
    """In the folder that the benchmarks run in: the system's own for temporary files may lie in memory, where no save waits for a disk."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="bench-", dir=".")
        self._count = 0

    def fresh(self) -> Path:
        """Where no file is yet."""
        self._count += 1
        return self.last

    @property
    def last(self) -> Path:
        return Path(self._folder.name) / f"{self._count}.sqlite"
