"""The boards of a table in its cells: auctions, maps, grids, and what lies on pieces."""
