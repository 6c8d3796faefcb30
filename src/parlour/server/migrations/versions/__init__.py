"""One file for each change of the database's form, in order."""
