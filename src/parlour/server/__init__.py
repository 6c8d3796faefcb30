"""The server: HTTP, WebSocket and storage around the pure logic of `parlour.table`."""
