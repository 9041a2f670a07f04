"""How fast `palace` is, beside its peers and beside itself: `python -m benchmarks`."""
