"""What people ask of rooms over HTTP, one module for each part of the site."""
