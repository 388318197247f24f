"""Runs the site as in production, on one machine: PostgreSQL, Redis, many processes, and nginx."""

from cluster.cluster import Cluster

__all__ = ["Cluster"]
