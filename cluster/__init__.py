"""The site as it is run in earnest, on one machine: PostgreSQL, Redis, many processes, nginx."""

from cluster.cluster import Cluster

__all__ = ["Cluster"]
