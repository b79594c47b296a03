"""Tarock à l'Hombre for compiled search: spots, price lists, playouts, solver of endgames."""
