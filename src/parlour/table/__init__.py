"""Live tables as pure logic: no input or output, no clock; time and random bytes come in.

A `Table` is a value. A `Change` collects what happens to it as `Entry` records of a log; replaying
the log gives the same table.
"""
