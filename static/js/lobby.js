// To come: copying and sharing a table's code.
