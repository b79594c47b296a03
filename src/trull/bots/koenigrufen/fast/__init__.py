"""Königrufen for compiled search: spots, price lists, playouts, solver."""
