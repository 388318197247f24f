"""HTTP views of rooms."""
