"""HTTP views of rooms, one module for each part of the site."""
