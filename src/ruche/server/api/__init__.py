"""The resources over HTTP and WebSocket, a module each."""
